import { coParentOfMinnesota, type InvitedStep } from '~tests/answers/invited-answers';
import { buttonNamed } from '~tests/browser/button-name';
import { expect, test, type Page } from './fixtures';
import { fill } from './fill';

const BUTTONS: Partial<Record<InvitedStep, string>> = { 'payment/review': 'Pay now', credentials: 'Complete Signup' };

async function submit(page: Page, step: InvitedStep, answers: ReturnType<typeof coParentOfMinnesota>): Promise<void> {
  await fill(page, answers[step]);
  await page
    .locator('main')
    .getByRole('button', { name: buttonNamed(BUTTONS[step] ?? 'Continue') })
    .click();
}

test('serves an invited co-parent from the link to the receipt', async ({ page, scripts, javaScriptEnabled }) => {
  const answers = coParentOfMinnesota();
  await page.goto('invite?token=demo-invite-by-parent&userId=9001&utm_source=mail');
  await expect(page).toHaveURL(/\/app\/join\/invite$/);
  await page.getByRole('link', { name: 'Get Started' }).click();
  for (const step of ['step1', 'packages', 'payment/billing', 'payment/method'] as const) {
    await submit(page, step, answers);
  }
  await expect(page.locator('.total')).toContainText('$179.55');
  await submit(page, 'payment/review', answers);
  await submit(page, 'credentials', answers);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    "You're all set!... Please wait while we redirect you.",
  );
  // The page redirects after five seconds.
  await expect(page).toHaveURL(/\/invite\/receipt$/);
  await expect(page.locator('main')).toContainText('1111');
  // Only enhanced pages request a script.
  expect([...scripts]).toEqual(
    javaScriptEnabled === false
      ? []
      : ['payment/billing', 'payment/method', 'payment/review', 'credentials', 'receipt'].map(
          (path) => `/app/join/invite/${path}`,
        ),
  );
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/ofw\/home\.form$/);
});
