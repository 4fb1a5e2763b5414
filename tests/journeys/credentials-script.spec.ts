import { expectSound } from './expect-sound';
import { expect, test, type Page } from './fixtures';
import {
  actLikeOlderBrowser,
  autofill,
  blockScripts,
  holdScripts,
  slowDown,
  translate,
  WITHOUT_SCRIPTS,
} from './script-troubles';
import { latch } from '~tests/latch';

// The browser logs failed username checks as console errors.
test.use({ expectedErrors: /Failed to load resource/ });

const username = (page: Page) => page.getByLabel('Username');
const password = (page: Page) => page.locator('input[name=password]');
const rule = (page: Page, text: string) => page.locator('.rules li', { hasText: text });
const submit = (page: Page) => page.getByRole('button', { name: 'Complete Signup' }).last();
const checkStatus = (page: Page) => page.locator('[data-enhance=username-check] [role=status]');
const ready = (page: Page) => expect(page.getByRole('button', { name: /(Show|Hide) password/ })).toBeVisible();

/** Opens the credentials in one step, as an invited parent with nothing to pay. */
async function open(page: Page, options?: Parameters<Page['goto']>[1]): Promise<void> {
  await page.goto('invite?token=demo-invite-paid&userId=9003', options);
  await expect(page).toHaveURL(/\/invite\/credentials$/);
}

test('validates the username on leaving its field, and the password while typing', async ({ page }) => {
  await open(page);
  await ready(page);
  await username(page).fill('taken.name');
  await expect(checkStatus(page)).toHaveText('');
  await username(page).press('Tab');
  await expect(checkStatus(page)).toHaveText('This username cannot be used');
  await expect(username(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(username(page)).toHaveAccessibleDescription(/This username cannot be used/);
  await expectSound(page);
  await username(page).fill('ann@home');
  await expect(checkStatus(page)).toHaveText('');
  await username(page).blur();
  await expect(checkStatus(page)).toHaveText('Usernames cannot contain an at sign (@)');
  await username(page).fill('ben.o\u2019neil');
  await username(page).blur();
  await expect(checkStatus(page)).toHaveText('This username is available.');
  await expect(username(page)).not.toHaveAttribute('aria-invalid');
  // A check that fails on the server shows no error.
  for (const status of [429, 502]) {
    await page.route('**/lookup/username', (route) => route.fulfill({ status, json: {} }));
    await username(page).fill(`ben.of.${status}`);
    const asked = page.waitForResponse('**/lookup/username');
    await username(page).blur();
    await asked;
    // The page gets this response after the check's, so it has handled that one.
    await page.evaluate(() => fetch('/app/join/lookup/username', { method: 'POST' }));
    expect(await checkStatus(page).textContent()).toBe('');
    await page.unroute('**/lookup/username');
  }

  await expect(password(page)).toHaveAttribute('type', 'text');
  await expect(rule(page, 'a number')).toHaveAttribute('data-met', '');
  await password(page).fill('ben.of.502');
  await expect(rule(page, 'a number')).toHaveText('a number (met)');
  await expect(rule(page, 'your username')).toHaveText('not your username (not met yet)');
  await expect(page.getByText('4 of 6 password rules met.')).toBeAttached();
  await expectSound(page);
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password(page)).toHaveAttribute('type', 'password');
  await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused();
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password(page)).toHaveValue('ben.of.502');

  // Password managers recognise a form with a password field and an enabled button.
  await page.evaluate(() =>
    document.forms.namedItem('answers')!.addEventListener('submit', (event) => {
      const { type } = document.querySelector<HTMLInputElement>('[name=password]')!;
      sessionStorage.setItem('left', `${type} ${(event.submitter as HTMLButtonElement).disabled}`);
    }),
  );
  await submit(page).click();
  await expect(page.locator('.error-summary')).toBeFocused();
  expect(await page.evaluate(() => sessionStorage.getItem('left'))).toBe('password false');
  await expect(username(page)).toHaveValue('ben.of.502');
  await expect(password(page)).toHaveValue('');
});

test('shows that a slow check is running, and that it failed', async ({ page }) => {
  await open(page);
  await ready(page);
  const held = latch();
  await page.route('**/lookup/username', async (route) => {
    await held.opened;
    await route.fulfill({ status: 502, json: {} });
  });
  await username(page).fill('ben.of.duluth');
  await username(page).blur();
  await expect(checkStatus(page)).toHaveText('Checking this username…');
  await expect(username(page)).toHaveAttribute('aria-busy', 'true');
  held.open();
  await expect(checkStatus(page)).toHaveText(/^We could not check this username just now/);
  await expect(username(page)).not.toHaveAttribute('aria-busy');
});

test("removes the server's errors once name and password are valid", async ({ page }) => {
  await open(page);
  await ready(page);
  await username(page).fill('ann');
  await password(page).fill('short');
  await submit(page).click();
  await expect(page.locator('.error-summary')).toBeFocused();
  await ready(page);
  const atName = page.locator('#answers-username-error');
  await username(page).pressSequentially('.o');
  // Still too short.
  await expect(atName).toBeVisible();
  await username(page).pressSequentially('f.duluth');
  await expect(atName).toHaveCount(0);
  await username(page).blur();
  await expect(checkStatus(page)).toHaveText('This username is available.');
  await expect(username(page)).not.toHaveAttribute('aria-invalid');
  await password(page).fill('correct-horse');
  await expect(password(page)).toHaveAttribute('aria-invalid', 'true');
  // The live list describes what was typed. The server's error was about the password before.
  await expect(password(page)).toHaveAttribute('aria-describedby', 'password-rules');
  await expect(page.locator('.error-summary a[href="#answers-password"]')).toBeVisible();
  await password(page).fill('correct-horse-7');
  await expect(password(page)).not.toHaveAttribute('aria-invalid');
  await expectSound(page);
});

test("keeps the server's marks at the rules of a rejected password, in an older browser", async ({ page }) => {
  await actLikeOlderBrowser(page);
  await open(page);
  await ready(page);
  await password(page).fill('short');
  await submit(page).click();
  await expect(page.locator('.error-summary')).toBeFocused();
  await ready(page);
  await expect(page.locator('.rules [data-met=false]')).not.toHaveCount(0);
});

// Blocks every file, the page's own file, and the file shared by all pages.
for (const name of [undefined, 'username-check.tsx', 'mount.ts']) {
  test(`keeps the form working with ${name ?? 'every script'} blocked`, async ({ page }) => {
    await blockScripts(page, name && `app/enhance/${name}`);
    await open(page);
    await expect(password(page)).toHaveAttribute('type', 'password');
    await username(page).fill('taken.name');
    await password(page).fill('correct-horse-7');
    await submit(page).click();
    await expect(page.locator('.error-summary')).toBeFocused();
    await expect(username(page)).toHaveValue('taken.name');
  });
}

test('keeps values typed before the script loads, hides the password, and works in a translated page', async ({
  page,
}) => {
  const release = await holdScripts(page);
  await open(page, WITHOUT_SCRIPTS);
  await username(page).fill('taken.name');
  await password(page).fill('correct-horse');
  await translate(page);
  const speedUp = await slowDown(page);
  release();
  await ready(page);
  await expect(username(page)).toHaveValue('taken.name');
  await expect(password(page)).toHaveValue('correct-horse');
  await expect(password(page)).toHaveAttribute('type', 'password');
  await expect(rule(page, 'a number')).toHaveAttribute('data-met', 'false');
  await expect(checkStatus(page)).toHaveText('This username cannot be used');
  await speedUp();

  await translate(page);
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByRole('button', { name: 'Hide password' })).toHaveText('Hide');
  await password(page).fill('correct-horse-7');
  await expect(rule(page, 'a number')).toHaveText('a number (met)');
  await expect(page.getByText('Your password meets every rule.')).toBeAttached();
  await username(page).fill('ben.of.duluth');
  await expect(checkStatus(page)).toHaveText('');
  await username(page).blur();
  await expect(checkStatus(page)).toHaveText('This username is available.');
});

test('validates autofilled values, and shows no password after Back', async ({ page }) => {
  await open(page);
  await ready(page);
  await autofill(page, { username: 'taken.name', password: 'short' });
  await expect(checkStatus(page)).toHaveText('This username cannot be used');
  await expect(rule(page, '12 to 25')).toHaveAttribute('data-met', 'false');
  await autofill(page, { username: 'ben.of.duluth', password: 'correct-horse-7' }, false);
  await page.getByLabel('Security answer').focus();
  await expect(checkStatus(page)).toHaveText('This username is available.');
  await expect(rule(page, '12 to 25')).toHaveAttribute('data-met', 'true');

  await username(page).fill('ben.of.saint.paul');
  await page.goto('signup');
  await page.goBack();
  await ready(page);
  await expect(username(page)).toHaveValue('ben.of.saint.paul');
  const shown = await password(page).evaluate(({ type, value }: HTMLInputElement) => type === 'text' && value !== '');
  expect(shown).toBe(false);
});
