import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { expect, test } from './fixtures';
import { submit } from './fill';
import { openAt } from './open-at';

test('pays with PayPal after the parent approves there', { tag: '@script' }, async ({ page }) => {
  const answers = parentOfMinnesota();
  await openAt(page, 'payment/method', answers);
  await page.getByRole('button', { name: 'PayPal', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Approve with PayPal?');
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page).toHaveURL(/\/payment\/review$/);
  await expect(page.locator('.review-list')).toContainText('PayPal, buyer@paypal.example');
  await submit(page, 'payment/review', answers);
  await submit(page, 'credentials', answers);
  await page.getByRole('link', { name: 'See your receipt now' }).click();
  await expect(page.locator('.figures', { hasText: 'Paid with' })).toContainText('PayPal');
});

test('keeps typed values after Cancel at PayPal and after Back', async ({ page }) => {
  const answers = parentOfMinnesota();
  await openAt(page, 'payment/method', answers);
  await page.getByLabel('Name on card').fill('Ann');
  await page.getByRole('button', { name: 'PayPal', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('You left PayPal without approving.')).toBeVisible();
  await expect(page.getByLabel('Name on card')).toHaveValue('Ann');
  await page.getByRole('button', { name: 'PayPal', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Approve with PayPal?');
  await page.goBack();
  await expect(page.getByLabel('Name on card')).toHaveValue('Ann');
  await submit(page, 'payment/method', answers);
  await expect(page.locator('.review-list')).toContainText('ending in 1111');
});
