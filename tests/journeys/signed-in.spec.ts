import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { SIGNED_IN_TEXTS } from '~tests/answers/signed-in-texts';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { inviteByMail } from '~tests/walks/invite-by-mail';
import { chooseLanguage, fill } from './fill';
import { expect, test, type Page } from './fixtures';
import { openAt, openInviteAt } from './open-at';

test.use({ viewport: { width: 360, height: 740 } });

test.describe('with a main product that reads our cookies', () => {
  test.use({ settings: { AUTH_COOKIE_NAME: 'auth', AUTH_USER_COOKIE_NAME: 'auth_user' } });

  test('logs parent A in, and links from the receipt to the product', async ({
    page,
    context,
    server,
    javaScriptEnabled,
  }) => {
    const { language, heading, open } = textsOf(javaScriptEnabled);
    const answers = parentOfMinnesota();
    await openAt(page, 'credentials', answers);
    await choose(page, language);
    await fill(page, answers.credentials);
    await page.getByLabel(/^(Password|Contraseña)$/).press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    const ours = (await context.cookies(`${server.url}/ofw/`)).filter(({ name }) => !name.startsWith('join'));
    expect(ours.map(({ name, httpOnly, path }) => [name, httpOnly, path])).toEqual([
      ['auth', true, '/'],
      ['auth_user', true, '/'],
    ]);
    await expect(page).toHaveURL(/\/receipt$/);
    await page.getByRole('link', { name: open }).click();
    await expect(page).toHaveURL(/\/ofw\/appv2\/home.form$/);
    await page.goBack();
    await page.getByRole('button', { name: /Exit|Salir/ }).click({ noWaitAfter: true });
    await expect.poll(async () => (await context.cookies(server.url)).map(({ name }) => name)).toEqual([]);
  });
});

test('does not log parent A in without the cookies, and links from the receipt to Log In', async ({
  page,
  javaScriptEnabled,
}) => {
  const { language, set, open, logIn, seeReceipt } = textsOf(javaScriptEnabled);
  const answers = parentOfMinnesota();
  await openAt(page, 'credentials', answers);
  await choose(page, language);
  await fill(page, answers.credentials);
  await page.getByLabel(/^(Password|Contraseña)$/).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(set);
  await page.getByRole('main').getByRole('link', { name: seeReceipt }).click();
  await expect(page).toHaveURL(/\/receipt$/);
  await expect(page.getByRole('main').getByRole('link', { name: logIn, exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: open })).toHaveCount(0);
});

test('shows the receipt to parent A in the paying browser once another one set the credentials', async ({
  page,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  const answers = parentOfMinnesota();
  await openAt(page, 'credentials', answers);
  await choose(page, textsOf(javaScriptEnabled).language);
  const other = await (await browser.newContext({ baseURL, javaScriptEnabled: true })).newPage();
  await followMail(other, String(answers.step1.email), 'a[href*="/credentials?"]');
  await fill(other, answers.credentials);
  await other.getByRole('button', { name: 'Complete Signup' }).click();
  await expect(other.getByRole('main')).toContainText(String(answers.credentials.username));
  await fill(page, { username: 'another.name', password: 'another-horse-77' });
  await page.getByLabel(/^(Password|Contraseña)$/).press('Enter');
  await expect(page).toHaveURL(/\/receipt$/);
  await expect(page.locator('.notice.info')).toContainText(/perhaps in another browser|quizá en otro navegador/);
  await other.context().close();
});

test('shows the receipt to parent B in the paying browser once another one set the credentials', async ({
  page,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  const answers = coParentOfMinnesota();
  const { link } = await inviteByMail(() => new PlainBrowser(new URL(baseURL!).origin));
  await openInviteAt(page, link, 'credentials', answers);
  await choose(page, textsOf(javaScriptEnabled).language);
  const other = await (await browser.newContext({ baseURL, javaScriptEnabled: true })).newPage();
  await followMail(other, String(answers.step1.email), 'a[href*="/invite?"]');
  await fill(other, answers.credentials);
  await other.getByRole('button', { name: 'Complete Signup' }).click();
  await expect(other.getByRole('heading', { level: 1 })).toContainText("You're all set!");
  await page.reload();
  await expect(page.locator('.notice')).toContainText(/perhaps in another browser|quizá en otro navegador/);
  await expect(page).toHaveURL(/\/invite\/receipt$/);
  await other.context().close();
});

/** Returns texts in Spanish without JavaScript, and in British English with it. signed-in.http.test.ts reads all three languages. */
function textsOf(javaScriptEnabled: boolean | undefined) {
  const chosen = javaScriptEnabled === false ? 'Español' : 'English (UK)';
  const [language, heading, set, open, logIn, seeReceipt] = SIGNED_IN_TEXTS.find(([one]) => one === chosen)!;
  return { language, heading, set, open, logIn, seeReceipt };
}

/** Opens the link of the mail in the demo's outbox. */
async function followMail(page: Page, recipient: string, link: string): Promise<void> {
  await page.goto(`demo?email=${encodeURIComponent(recipient)}`);
  const mail = page.locator('.mail', { hasText: recipient });
  const { pathname, search } = new URL((await mail.locator(link).first().getAttribute('href')) ?? '');
  await page.goto(pathname + search);
}

const CODES = { English: 'en', Español: 'es', 'English (UK)': 'en-GB' };

/** Chooses a language. Pages begin in English. */
async function choose(page: Page, language: keyof typeof CODES): Promise<void> {
  if (language !== 'English') await chooseLanguage(page, language);
  await expect(page.locator('html')).toHaveAttribute('lang', CODES[language]);
}
