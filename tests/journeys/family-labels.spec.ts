import { expect, test } from './fixtures';
import { openAt } from './open-at';
import { parentOfMinnesota } from '~tests/answers/parent-answers';

test('adapts the labels of e-mail and phone to whether the e-mail is known', async ({ page }) => {
  await openAt(page, 'step2', parentOfMinnesota());
  const email = page.locator('form [name=email]');
  const phone = page.locator('form [name=phoneNumber]');
  await expect(email).toHaveAccessibleName('Email');
  await expect(phone).toHaveAccessibleName('Phone number (optional)');
  await page.getByLabel('No', { exact: true }).check();
  await expect(email).toHaveAccessibleName('Email (optional)');
  await expect(phone).toHaveAccessibleName('Phone number');
  await page.getByLabel('Yes', { exact: true }).check();
  await expect(email).toHaveAccessibleName('Email');
});
