import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { expect, test } from './fixtures';
import { openAt } from './open-at';

test('opens the terms next to Pay now, and Back returns to a working Pay now', async ({ page }) => {
  await openAt(page, 'payment/review', parentOfMinnesota());
  const form = page.locator('main form');
  for (const name of ['Terms & Conditions', 'Privacy Policy']) {
    await form.getByRole('link', { name }).click();
    await expect(page).toHaveURL(/\/ofw\//);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Review and pay' })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect(page.getByText('Payment received, $179.55')).toBeVisible();
});
