import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { expect, test } from './fixtures';
import { openAt } from './open-at';

test('the outbox shows a mail with its styles, and its link opens beside it', async ({ page }) => {
  await openAt(page, 'credentials', parentOfMinnesota());
  await page.goto('demo');
  const mail = page.frameLocator('.mail iframe >> nth=1');
  const button = mail.getByRole('link', { name: 'Choose username and password' });
  await expect(button).toHaveCSS('color', 'rgb(255, 255, 255)');
  await expect(button.locator('..')).toHaveCSS('background-color', 'rgb(15, 92, 99)');
  const [opened] = await Promise.all([page.waitForEvent('popup'), button.click()]);
  await expect(opened.getByRole('heading', { name: 'Choose your username and password' })).toBeVisible();
});
