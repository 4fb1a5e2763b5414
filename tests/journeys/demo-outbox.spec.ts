import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { expect, test } from './fixtures';
import { openAt } from './open-at';

test('shows a mail with inline styles that the page’s CSP does not allow', { tag: '@off' }, async ({ page }) => {
  await openAt(page, 'credentials', parentOfMinnesota());
  await page.goto('demo');
  const mail = page.locator('.mail', { hasText: 'Choose username and password' }).first();
  const frame = mail.locator('iframe');
  await expect(frame).toBeHidden();
  await mail.getByText('Show it as a mail program does').click();
  const button = frame.contentFrame().getByRole('link', { name: 'Choose username and password' });
  await expect(button).toHaveCSS('color', 'rgb(255, 255, 255)');
  await expect(button.locator('..')).toHaveCSS('background-color', 'rgb(15, 92, 99)');
});
