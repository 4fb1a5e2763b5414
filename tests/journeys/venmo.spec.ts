import { inviteByMail } from '~tests/walks/invite-by-mail';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { parentOfLondon, parentOfMinnesota } from '~tests/answers/parent-answers';
import { buttonNamed } from '~tests/browser/button-name';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { expect, test } from './fixtures';
import { fill, submit } from './fill';
import { openAt, openInviteAt } from './open-at';

test('pays with Venmo after a parent approves there', { tag: '@script' }, async ({ page }) => {
  const answers = parentOfMinnesota();
  await openAt(page, 'payment/method', answers);
  const venmo = page.getByRole('button', { name: 'Venmo', exact: true });
  await page.getByLabel('Name on card').fill('Ann');
  await venmo.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Approve with Venmo?');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('You left Venmo without approving.')).toBeVisible();
  await expect(page.getByLabel('Name on card')).toHaveValue('Ann');
  await venmo.click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page).toHaveURL(/\/payment\/review$/);
  await expect(page.locator('.review-list')).toContainText('Venmo, @venmo-buyer');
  await page.locator('main a[href$="/payment/method"]', { hasText: 'Change' }).click();
  await expect(page.getByText('Your Venmo payment has already been authorized.')).toBeVisible();
  await page.locator('main').getByRole('button', { name: 'Continue', exact: true }).click();
  await submit(page, 'payment/review', answers);
  await submit(page, 'credentials', answers);
  await page.getByRole('link', { name: 'See your receipt now' }).click();
  await expect(page.locator('.figures', { hasText: 'Paid with' })).toContainText('Venmo');
});

test('shows no Venmo button outside the United States', { tag: '@script' }, async ({ page }) => {
  const answers = parentOfLondon();
  await openAt(page, 'payment/method', answers);
  await expect(page.getByLabel('Card number')).toBeVisible();
  await expect(page.locator('[data-enhance="venmo"]')).toHaveCount(0);
});

test('pays with Venmo after an invited co-parent approves there', { tag: '@script' }, async ({ page, server }) => {
  const answers = coParentOfMinnesota();
  // Other tests on the same server use up the demo's invites.
  const { link } = await inviteByMail(() => new PlainBrowser(server.url));
  const pressButton = (name: string) =>
    page
      .locator('main')
      .getByRole('button', { name: buttonNamed(name) })
      .click();
  await openInviteAt(page, link, 'payment/method', answers);
  const venmo = page.getByRole('button', { name: 'Venmo', exact: true });
  await page.getByText('I have an activation code').click();
  await page.getByLabel('Activation code').fill('PREPAID-40');
  await venmo.click();
  await expect(page.getByText('$136.80')).toBeVisible();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page).toHaveURL(/\/invite\/payment\/review$/);
  await expect(page.locator('.review-list')).toContainText('Venmo, @venmo-buyer');
  await page.locator('main a[href$="/payment/method"]', { hasText: 'Change' }).click();
  await expect(page.getByText('Your Venmo payment has already been authorized.')).toBeVisible();
  await pressButton('Continue');
  await pressButton('Pay now');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Almost there...');
  await fill(page, answers.credentials);
  await pressButton('Complete Signup');
  await expect(page).toHaveURL(/\/invite\/receipt$/);
  await expect(page.locator('.figures', { hasText: 'Paid with' })).toContainText('Venmo');
});
