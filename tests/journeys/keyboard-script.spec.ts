import { parentOfMinnesota, BUTTONS, READY_MADE_STEPS } from '~tests/answers/parent-answers';
import { expect, test } from './fixtures';
import { Keyboard } from './keyboard';

// A phone's viewport, where fixed or open elements are most likely to cover others.
test.use({ viewport: { width: 360, height: 640 } });

test('serves a parent who uses only the keyboard, from the landing page to the receipt', async ({ page }) => {
  test.slow();
  const keyboard = new Keyboard(page);
  const answers = parentOfMinnesota();
  await page.goto('signup');
  await keyboard.press('For Parents');
  await expect(page).toHaveURL(/\/coparentstatus$/);
  await keyboard.press('No');
  for (const step of READY_MADE_STEPS) {
    await expect(page).toHaveURL(new RegExp(`/${step}$`));
    if (step === 'step2') {
      await keyboard.press('Continue');
      // The first link of the error summary leads to the field.
      await expect(page.locator('.error-summary')).toBeFocused();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(page.locator('#answers-firstName')).toBeFocused();
      await page.keyboard.press('Shift+Tab');
      await expect(page).toHaveURL(/step2#/);
    }
    if (step === 'payment/method') {
      await keyboard.expectNoTrap();
      await page.reload();
    }
    await keyboard.submit(answers[step], BUTTONS[step]);
  }
  await expect(page).toHaveURL(/\/credentials$/);
  await keyboard.press('See your receipt now');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account activated!');
});
