import { coParentOfMinnesota, type InvitedStep } from '../support/invited-answers';
import { inviteByMail } from '../support/invite-by-mail';
import { PlainBrowser } from '../support/plain-browser';
import { checkScreen, weighPages } from './check-screen';
import { expect, test, type Page } from './fixtures';
import { fill } from './fill';

const BUTTONS: Partial<Record<InvitedStep, string>> = { 'payment/review': 'Pay now', credentials: 'Complete Signup' };

async function submit(page: Page, step: InvitedStep, answers: ReturnType<typeof coParentOfMinnesota>): Promise<void> {
  await fill(page, answers[step]);
  await page
    .locator('main')
    .getByRole('button', { name: BUTTONS[step] ?? 'Continue', exact: true })
    .click();
}

test('an invited co-parent walks from the link to the receipt', async ({ page, scripts, javaScriptEnabled }) => {
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
  // The page goes on by itself after five seconds.
  await expect(page).toHaveURL(/\/invite\/receipt$/);
  await expect(page.locator('main')).toContainText('1111');
  // Only the pages that a script makes better ask for one.
  expect([...scripts]).toEqual(
    javaScriptEnabled === false
      ? []
      : ['payment/billing', 'payment/method', 'credentials'].map((path) => `/app/join/invite/${path}`),
  );
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/ofw\/home\.form$/);
});

test('every screen of an invite is sound to axe, fits its width, and comes in one first flight', async ({
  page,
  server,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled === false, 'axe runs in the page; the screens are the same');
  test.slow();
  const weighed = weighPages(page);
  const answers = coParentOfMinnesota();
  const fail = () => page.locator('main button.primary').click();

  await page.goto('invite/request');
  await checkScreen(page, 'request, no token');
  await page.goto('invite?token=demo-invite-expired&userId=9005');
  await checkScreen(page, 'request');
  await fail();
  await checkScreen(page, 'request, sent');
  await page.goto('invite?token=demo-invite-by-professional&userId=9002');
  await checkScreen(page, 'welcome, by a professional');
  await page.goto('invite?token=demo-invite-coupon&userId=9006');
  await checkScreen(page, 'welcome');
  await page.locator('.faq summary').first().click();
  await checkScreen(page, 'welcome, an answer open');
  await page.getByRole('link', { name: 'Get Started' }).click();
  await checkScreen(page, 'step 1, with an offer');
  await fill(page, { firstName: '', email: 'nobody' });
  await fail();
  await checkScreen(page, 'step 1, errors');
  await submit(page, 'step1', answers);
  await checkScreen(page, 'packages');
  await page.goto('invite?token=demo-invite-by-professional&userId=9002');
  await checkScreen(page, 'somebody else’s');
  await page.getByRole('button', { name: 'Go on with the other sign-up' }).click();
  await page.getByRole('link', { name: 'Get Started' }).click();
  for (const step of ['packages', 'payment/billing', 'payment/method'] as const) await submit(page, step, answers);
  await checkScreen(page, 'review');
  await submit(page, 'payment/review', answers);
  await checkScreen(page, 'credentials');
  await fail();
  await checkScreen(page, 'credentials, errors');
  await submit(page, 'credentials', answers);
  await page.goto('invite/credentials?stay=1');
  await checkScreen(page, 'all set');
  await page.goto('invite/receipt');
  await checkScreen(page, 'receipt');
  await page.goto('invite?token=demo-invite-coupon&userId=9006');
  await checkScreen(page, 'completed');
  // One of its own: others give the demo's 9004 the address that it lacks.
  const { link } = await inviteByMail(() => new PlainBrowser(server.url), { isPayingForCoparent: true });
  await page.goto(link.slice(1));
  await page.getByRole('link', { name: 'Get Started' }).click();
  await submit(page, 'step1', coParentOfMinnesota());
  await checkScreen(page, 'billing info');
  await weighed.expectOneFlight();
});
