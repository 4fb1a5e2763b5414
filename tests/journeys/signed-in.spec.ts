import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { SIGNED_IN_TEXTS } from '~tests/answers/signed-in-texts';
import { chooseLanguage, fill } from './fill';
import { expect, test, type Page } from './fixtures';
import { openAt } from './open-at';

/* signed-in.http.test.ts reads all languages, without JavaScript. */

test.use({ viewport: { width: 360, height: 740 } });

const [LANGUAGE, HEADING, SET, OPEN, LOG_IN, SEE_RECEIPT] = SIGNED_IN_TEXTS.find(([one]) => one === 'Español')!;

test.describe('with a main product that reads our cookies', () => {
  test.use({ settings: { AUTH_COOKIE_NAME: 'auth', AUTH_USER_COOKIE_NAME: 'auth_user' } });

  test(
    'logs parent A in, and links from the receipt to the product',
    { tag: '@script' },
    async ({ page, context, server }) => {
      await setCredentials(page);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADING);
      const ours = (await context.cookies(`${server.url}/ofw/`)).filter(({ name }) => !name.startsWith('join'));
      expect(ours.map(({ name, httpOnly, path }) => [name, httpOnly, path])).toEqual([
        ['auth', true, '/'],
        ['auth_user', true, '/'],
      ]);
      await expect(page).toHaveURL(/\/receipt$/);
      await page.getByRole('link', { name: OPEN }).click();
      await expect(page).toHaveURL(/\/ofw\/appv2\/home.form$/);
      await page.goBack();
      await page.getByRole('button', { name: /Salir/ }).click({ noWaitAfter: true });
      await expect.poll(async () => (await context.cookies(server.url)).map(({ name }) => name)).toEqual([]);
    },
  );
});

test(
  'does not log parent A in without the cookies, and links from the receipt to Log In',
  { tag: '@script' },
  async ({ page }) => {
    await setCredentials(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(SET);
    await page.getByRole('main').getByRole('link', { name: SEE_RECEIPT }).click();
    await expect(page).toHaveURL(/\/receipt$/);
    await expect(page.getByRole('main').getByRole('link', { name: LOG_IN, exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: OPEN })).toHaveCount(0);
  },
);

async function setCredentials(page: Page): Promise<void> {
  const answers = parentOfMinnesota();
  await openAt(page, 'credentials', answers);
  await chooseLanguage(page, LANGUAGE);
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await fill(page, answers.credentials);
  await page.getByLabel('Contraseña', { exact: true }).press('Enter');
}
