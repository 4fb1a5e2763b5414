import type { BrowserContext } from '@playwright/test';
import { coParentOfMinnesota, type CoParentAnswers, type InvitedStep } from '~tests/answers/invited-answers';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { buttonNamed } from '~tests/browser/button-name';
import { chooseLanguage, fill, submit } from './fill';
import { expect, test, type Page } from './fixtures';
import { openAt } from './open-at';

/* Each page belongs to one sign-up, also in two tabs or two browsers. */

test.use({ expectedErrors: /status of 409/ });

const INVITED_BUTTONS: Partial<Record<InvitedStep, string>> = { 'payment/review': 'Pay now' };

async function walkInvited(page: Page, steps: readonly InvitedStep[], answers: CoParentAnswers): Promise<void> {
  await page.goto('invite?token=demo-invite-coupon&userId=9006');
  await page.getByRole('link', { name: 'Get Started' }).click();
  for (const step of steps) {
    await fill(page, answers[step]);
    const name = buttonNamed(INVITED_BUTTONS[step] ?? 'Continue');
    await page.locator('main').getByRole('button', { name }).click();
  }
}

test(
  'writes nothing for the next visitor from a tab left open after Exit',
  { tag: '@plain' },
  async ({ page, context }) => {
    const [first, second] = [parentOfMinnesota(), parentOfMinnesota()];
    await openAt(page, 'step3', first);
    const tab = await context.newPage();
    await tab.goto('step2');
    await page.getByRole('button', { name: 'Exit this page' }).click();
    await openAt(page, 'step3', second);

    await fill(tab, { ...first.step2, firstName: 'Stranger' });
    await tab.locator('main').getByRole('button', { name: 'Continue' }).click();
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText('This page is out of date');
    await expect(tab.locator('main')).toContainText('Stranger');
    await expect(tab.locator('main')).not.toContainText(String(second.step1.email));
    await tab.getByRole('link', { name: 'Go to the current sign-up' }).click();
    await expect(tab).toHaveURL(/\/step3$/);
    await page.goto('step2');
    await expect(page.locator('[name="firstName"]')).toHaveValue('Ben');
  },
);

test('shows in another browser that an invite is paid, and its package', async ({
  page,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  const [paying, unpaid] = [coParentOfMinnesota(), { ...coParentOfMinnesota(), packages: { packageId: '2031' } }];
  const other: BrowserContext = await browser.newContext({ baseURL, javaScriptEnabled });
  const stranger = await other.newPage();
  await walkInvited(stranger, ['step1', 'packages', 'payment/billing', 'payment/method'], unpaid);
  await walkInvited(page, ['step1', 'packages', 'payment/billing', 'payment/method', 'payment/review'], paying);
  await expect(page).toHaveURL(/\/invite\/credentials$/);

  await stranger.getByRole('button', { name: buttonNamed('Pay now') }).click();
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('This invitation has been paid');
  await expect(stranger.locator('main')).toContainText('Plus, 1 year');
  await expect(stranger.locator('main')).not.toContainText(paying.step1.email);
  await expect(stranger.locator('main').getByRole('link', { name: 'Log In' })).toBeVisible();
  await other.close();
});

test('changes the language of the receipt, and explains a reload', async ({ page }) => {
  const answers = parentOfMinnesota();
  await openAt(page, 'credentials', answers);
  await submit(page, 'credentials', answers);
  await page.getByRole('link', { name: 'See your receipt now' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account activated!');
  await chooseLanguage(page, 'Español');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('¡Cuenta activada!');
  await expect(page.locator('main')).toContainText('1111');
  await page.goto('receipt');
  await expect(page.locator('main')).not.toContainText('1111');
});

test('charges once for three clicks on Pay now', async ({ page, request }) => {
  const answers = parentOfMinnesota();
  await openAt(page, 'payment/review', answers);
  const demo = `demo?email=${encodeURIComponent(String(answers.step1.email))}`;
  await page.getByRole('button', { name: buttonNamed('Pay now') }).click({ clickCount: 3, noWaitAfter: true });
  await expect(page).toHaveURL(/\/credentials$/);
  expect((await (await request.get(demo)).text()).split('data-payment=')).toHaveLength(2);
});
