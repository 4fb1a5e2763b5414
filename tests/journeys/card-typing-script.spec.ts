import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { latch } from '~tests/latch';
import { expect, test, type Page } from './fixtures';
import { openAt } from './open-at';
import { actLikeOlderBrowser } from './script-troubles';

const number = (page: Page) => page.getByLabel('Card number');
const expiration = (page: Page) => page.getByLabel('Expiration');
const code = (page: Page) => page.getByLabel('Security code');
const caret = (page: Page) => number(page).evaluate((input: HTMLInputElement) => input.selectionStart);

test('groups a typed card number, shows its brand, and adds the slash to the expiration', async ({ page }) => {
  await openAt(page, 'payment/method', parentOfMinnesota());
  const marks = page.locator('.card-brands [data-brand]:visible');
  const brands = () => marks.evaluateAll((all) => all.map((mark) => (mark as HTMLElement).dataset.brand));
  await expect.poll(brands).toEqual(['visa', 'mastercard', 'american-express', 'discover']);
  await expect(page.locator('.card-brands')).toContainText('+4');
  await number(page).pressSequentially('9');
  await expect.poll(brands).toEqual([]);
  await number(page).fill('');
  await number(page).pressSequentially('3530111333300000');
  await expect(marks).toHaveText('JCB');
  await number(page).fill('');
  await number(page).pressSequentially('378282246310005');
  await expect(number(page)).toHaveValue('3782 822463 10005');
  await expect.poll(brands).toEqual(['american-express']);
  await number(page).fill('');
  await expect(marks).toHaveCount(4);
  await number(page).pressSequentially('411111111111111');
  for (let step = 0; step < 4; step += 1) await number(page).press('ArrowLeft');
  await number(page).press('2');
  await expect(number(page)).toHaveValue('4111 1111 1111 2111');
  expect(await caret(page)).toBe(16);
  await number(page).press('Backspace');
  await expect(number(page)).toHaveValue('4111 1111 1111 111');
  expect(await caret(page)).toBe(15);
  await expiration(page).pressSequentially('530');
  await expect(expiration(page)).toHaveValue('05/30');
  for (let step = 0; step < 3; step += 1) await expiration(page).press('Backspace');
  await expect(expiration(page)).toHaveValue('05');
});

test('formats a number that was typed before the script loaded, without moving the focus', async ({ page }) => {
  await openAt(page, 'payment/method', parentOfMinnesota());
  const held = latch();
  await page.route(/\/assets\/payment-/, async (route) => {
    await held.opened;
    await route.continue();
  });
  await page.goto('payment/method', { waitUntil: 'commit' });
  await number(page).fill('4111111111111111');
  await code(page).focus();
  // WebKit moves the focus to an input whose selection is set.
  await page.evaluate(() => {
    const { prototype } = HTMLInputElement;
    const set = prototype.setSelectionRange;
    prototype.setSelectionRange = function (this: HTMLInputElement, ...range: Parameters<typeof set>) {
      this.focus();
      set.apply(this, range);
    };
  });
  held.open();
  await expect(number(page)).toHaveValue('4111 1111 1111 1111');
  await expect(code(page)).toBeFocused();
});

test('lets the visitor replace a month by another one', async ({ page }) => {
  await openAt(page, 'payment/method', parentOfMinnesota());
  const replaceMonth = async (typed: string) => {
    await expiration(page).evaluate((input: HTMLInputElement) => input.setSelectionRange(0, 2));
    await expiration(page).pressSequentially(typed);
  };
  await expiration(page).pressSequentially('1230');
  await replaceMonth('11');
  await expect(expiration(page)).toHaveValue('11/30');
  await replaceMonth('5');
  await expect(expiration(page)).toHaveValue('05/30');
  await replaceMonth('1');
  await expect(expiration(page)).toHaveValue('1/30');
  await expiration(page).press('Tab');
  await expect(expiration(page)).toHaveValue('01/30');
});

test('shows an error on leaving a field, and removes it once the field is valid', async ({ page }) => {
  await openAt(page, 'payment/method', parentOfMinnesota());
  await number(page).pressSequentially('4111 1111 1111 1112');
  const wrong = page.getByText('Enter a valid credit card number');
  await expect(wrong).toHaveCount(0);
  await number(page).press('Tab');
  await expect(wrong).toBeVisible();
  await expect(number(page)).toHaveAccessibleDescription(
    'Enter a valid credit card number Accepted: Visa, Mastercard, American Express, Discover, Diners Club, JCB, UnionPay, Maestro',
  );
  await expiration(page).fill('01/20');
  await expiration(page).press('Tab');
  await expect(expiration(page)).toHaveAccessibleDescription('Enter a valid expiration date');
  await expect(expiration(page)).toHaveAccessibleName('Expiration MM/YY');
  await code(page).fill('12');
  await code(page).press('Tab');
  await expect(page.getByText('Enter a valid security code')).toBeVisible();
  await number(page).fill('4111111111111111');
  await expect(wrong).toHaveCount(0);
  await code(page).fill('123');
  await expect(page.getByText('Enter a valid security code')).toHaveCount(0);
  await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1);
});

for (const browser of ['this browser', 'an older browser'])
  test(`removes a server error once the field is valid, in ${browser}`, async ({ page }) => {
    if (browser !== 'this browser') await actLikeOlderBrowser(page);
    await openAt(page, 'payment/method', parentOfMinnesota());
    await number(page).fill('4111 1111 1111 1112');
    await page.locator('main').getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(page.locator('.error-summary')).toBeFocused();
    await expect(number(page)).toHaveAttribute('aria-invalid', 'true');
    await number(page).fill('4111111111111111');
    await expect(number(page)).toHaveAccessibleDescription(/^Accepted: /);
    await expect(number(page)).not.toHaveAttribute('aria-invalid', 'true');
  });

test('shows no error on leaving an empty field', async ({ page }) => {
  await openAt(page, 'payment/method', parentOfMinnesota());
  await number(page).focus();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Tab');
  await expect(page.locator('.field-error')).toHaveCount(0);
});
