import { describe, expect, it } from 'vitest';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { lawyerOfMinnesota } from '~tests/answers/professional-answers';
import { SIGNED_IN_TEXTS } from '~tests/answers/signed-in-texts';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { serveSite, serveSiteAfter, type SiteSettings } from '~tests/servers/site';
import { submitInvitedStep, walkInvitedTo } from '~tests/walks/walk-invited';
import { submitStep, walkTo } from '~tests/walks/walk-parent';
import { walkProfessionalTo } from '~tests/walks/walk-professional';

const NAMES = { AUTH_COOKIE_NAME: 'auth', AUTH_USER_COOKIE_NAME: 'auth_user' };
const INVITE = '/invite?token=demo-invite-by-parent&userId=9001';

type Backend = Parameters<NonNullable<SiteSettings['trouble']>>[0];

async function reachParent(browser: PlainBrowser) {
  const answers = parentOfMinnesota();
  const pages: string[] = [];
  browser.onPage = (page) => pages.push(page.url.href, page.html);
  await walkTo(browser, 'credentials', answers);
  return { answers, pages };
}

async function reachCoParent(browser: PlainBrowser) {
  const answers = coParentOfMinnesota();
  await browser.open(INVITE);
  await walkInvitedTo(browser, 'credentials', answers);
  return answers;
}

const serveParent = serveSiteAfter(reachParent, { env: NAMES });

/** Serves a site with a parent A at the credentials, and lets the test call its backend as the main product would. */
async function serve(trouble: NonNullable<SiteSettings['trouble']> = () => ({})) {
  const known: { backend?: Backend } = {};
  const { site, browser, reached } = await serveParent({
    env: NAMES,
    trouble(backend) {
      known.backend = backend;
      return trouble(backend);
    },
  });
  return {
    ...site,
    browser,
    ...reached,
    /** Returns the parent's e-mail with the token in the browser's cookies. */
    async emailOf(signedIn: PlainBrowser): Promise<string | null | undefined> {
      const params = { userId: valueOf(signedIn, 'auth_user') };
      const headers = { authorization: `Bearer ${valueOf(signedIn, 'auth')}` };
      return (await known.backend!.parents.get({ params, headers })).email;
    },
  };
}

function valueOf(browser: PlainBrowser, name: string): string {
  return decodeURIComponent(browser.jar.get(name)?.value ?? '');
}

describe('a main product that reads our cookies', () => {
  it.each(SIGNED_IN_TEXTS)(
    'logs parent A in, in %s with the heading "%s", and the receipt links to it',
    async (language, heading, _set, open) => {
      const { browser, answers, emailOf, log, ...reached } = await serve();
      const pages = [...reached.pages];
      browser.onPage = (page) => pages.push(page.url.href, page.html);
      await browser.press(language);
      browser.fill(answers.credentials);
      await browser.pressEnter();
      expect(browser.page.heading).toBe(heading);
      expect(await emailOf(browser)).toBe(answers.step1.email);
      for (const name of Object.values(NAMES))
        expect(browser.jar.get(name)).toMatchObject({
          path: '/',
          httpOnly: true,
          sameSite: 'lax',
          expires: 'Infinity',
        });
      await browser.waitForRefresh();
      expect(browser.page.link(open)).toBe('/ofw/appv2/home.form');
      const token = valueOf(browser, 'auth');
      expect(token).toMatch(/^[\w-]{43}$/);
      expect(pages.join('\n') + log()).not.toContain(token);
      expect((await browser.follow(open)).url.pathname).toBe('/ofw/appv2/home.form');
    },
  );

  it('receives the cookies in the browser of the mailed link, too', async () => {
    const { openBrowser, mailedLink, answers, emailOf } = await serve();
    const browser = openBrowser();
    await browser.open(await mailedLink());
    await submitStep(browser, 'credentials', answers);
    expect(browser.page.$('a.button.primary').attr('href')).toBe('/ofw/appv2/home.form');
    expect(await emailOf(browser)).toBe(answers.step1.email);
  });

  it('receives the cookies on the second press after a lost response', async () => {
    const { browser, answers, emailOf } = await serve();
    browser.fill(answers.credentials);
    const { action, body } = browser.page.submission(browser.page.button('Complete Signup'));
    await browser.copy().send('POST', action, body.toString());
    expect(browser.jar.has('auth')).toBe(false);
    expect((await browser.press('Complete Signup')).heading).toBe("You're logged in");
    expect(await emailOf(browser)).toBe(answers.step1.email);
  });

  it('receives the cookies on the second press of the mailed link’s form, too', async () => {
    const { openBrowser, mailedLink, answers, emailOf } = await serve();
    const browser = openBrowser();
    await browser.open(await mailedLink());
    browser.fill(answers.credentials);
    const { action, body } = browser.page.submission(browser.page.button('Complete Signup'));
    await browser.copy().send('POST', action, body.toString());
    const page = await browser.press('Complete Signup');
    expect([page.heading, page.link('Open Evenkeel')]).toEqual([
      'Your username and password are set',
      '/ofw/appv2/home.form',
    ]);
    expect(await emailOf(browser)).toBe(answers.step1.email);
  });

  it.each([
    ['signs a professional in whose cases are at the root', '/', 'Open Evenkeel'],
    ['leaves Log In to a professional whose cases are on a host without the cookies', 'https://pro.example/', 'Log In'],
  ])('%s', async (_what, cases, label) => {
    const { openBrowser, mailedLink } = await serveSite({ env: { ...NAMES, PRO_CASES_URL: cases } });
    await walkProfessionalTo(openBrowser(), 'done', lawyerOfMinnesota());
    const browser = openBrowser();
    await browser.open(await mailedLink());
    browser.fill(parentOfMinnesota().credentials);
    expect((await browser.press('Complete Signup')).link(label)).toBe(cases);
    expect(browser.jar.has('auth')).toBe(true);
  });

  it('is linked with Log In if the browser drops the cookies', async () => {
    const { browser, answers } = await serve();
    await submitStep(browser, 'credentials', answers);
    browser.jar.forget('auth');
    expect((await browser.reload()).heading).toBe('Your username and password are set');
    expect((await browser.waitForRefresh()).link('Log In')).toBe('/ofw/login.form');
    expect(browser.page.text('main')).not.toContain('Open Evenkeel');
  });

  it('loses its cookies on Exit', async () => {
    const { browser, answers } = await serve();
    await submitStep(browser, 'credentials', answers);
    expect(browser.jar.has('auth')).toBe(true);
    await browser.press('Exit this page');
    expect(browser.jar.list()).toEqual([]);
  });

  it.each<[string, SiteSettings['trouble'], string]>([
    [
      'the login form',
      () => ({ sessions: { create: () => Promise.resolve({ ...NOTHING, redirectUrl: '/ofw/login.form' }) } }),
      'We could not log you in with this username and password.',
    ],
    ['an error', () => ({ sessions: { create: () => Promise.reject(new Error('down')) } }), 'Something went wrong'],
  ])('logs an earlier user of the browser out if the backend returns %s', async (_what, trouble, message) => {
    const { openBrowser } = await serveSite({ env: NAMES, trouble });
    const browser = openBrowser();
    browser.jar.store('auth=of-somebody-else; Path=/');
    browser.jar.store('auth_user=7; Path=/');
    await walkTo(browser, 'credentials', parentOfMinnesota());
    const page = await submitStep(browser, 'credentials', parentOfMinnesota());
    expect(page.text('main')).toContain(message);
    expect([browser.jar.has('auth'), browser.jar.has('auth_user')]).toEqual([false, false]);
    expect((await browser.open('/receipt')).link('Log In')).toBe('/ofw/login.form');
  });

  it('receives no cookie if the backend returns no token', async () => {
    const { browser, answers } = await serve(() => ({
      sessions: { create: () => Promise.resolve({ ...NOTHING, url: '/ofw/appv2/home.form' }) },
    }));
    const page = await submitStep(browser, 'credentials', answers);
    expect(page.heading).toBe('Your username and password are set');
    expect((await browser.waitForRefresh()).link('Log In')).toBe('/ofw/login.form');
  });

  it('logs an earlier user of the browser out when parent B joins', async () => {
    const { openBrowser } = await serveSite({ env: NAMES });
    const browser = openBrowser();
    const answers = coParentOfMinnesota();
    browser.jar.store('auth=of-parent-a; Path=/');
    await browser.open(INVITE);
    await walkInvitedTo(browser, 'credentials', answers);
    expect(browser.jar.has('auth')).toBe(true);
    const done = await submitInvitedStep(browser, 'credentials', answers);
    expect(browser.jar.has('auth')).toBe(false);
    expect(done.text('main')).not.toMatch(CLAIM);
    const receipt = await browser.waitForRefresh();
    expect(receipt.text('main')).not.toMatch(CLAIM);
    expect(receipt.button('Login')).toBeDefined();
  });
});

const NOTHING = { url: null, redirectUrl: null, auth: null, userId: null };
const CLAIM = /logged in|signed in|inició sesión|sesión iniciada/i;

describe('a site without a configured cookie name', () => {
  const serveUnnamed = serveSiteAfter(reachParent);
  const serveInvited = serveSiteAfter(reachCoParent);

  it.each(SIGNED_IN_TEXTS)(
    'does not claim, in %s, that parent A is logged in',
    async (language, _heading, set, _open, logIn) => {
      const { browser, reached } = await serveUnnamed();
      await browser.press(language);
      browser.fill(reached.answers.credentials);
      await browser.pressEnter();
      expect(browser.page.heading).toBe(set);
      expect(browser.page.text('main')).not.toMatch(CLAIM);
      expect(browser.jar.list().map(({ key }) => key)).toEqual(
        expect.not.arrayContaining([expect.stringMatching(/^(?!join)/)]),
      );
      await browser.waitForRefresh();
      expect(browser.page.text('main')).not.toMatch(CLAIM);
      expect(browser.page.link(logIn)).toBe('/ofw/login.form');
    },
  );

  it.each(SIGNED_IN_TEXTS)(
    'does not claim, in %s, that parent B is logged in',
    async (language, _heading, _set, open) => {
      const { browser, reached: answers } = await serveInvited();
      await browser.press(language);
      browser.fill(answers.credentials);
      const done = await browser.pressEnter();
      const receipt = await browser.waitForRefresh();
      expect(receipt.path).toBe('/invite/receipt');
      for (const page of [done, receipt]) {
        expect(page.text('main')).not.toMatch(CLAIM);
        expect(page.text('main')).not.toContain(open);
      }
    },
  );

  it('links to the login form after the mailed link', async () => {
    const { site, reached } = await serveUnnamed();
    const browser = site.openBrowser();
    await browser.open(await site.mailedLink());
    expect((await submitStep(browser, 'credentials', reached.answers)).link('Log In')).toBe('/ofw/login.form');
  });

  it('links a professional to their cases, also on the second press of the mailed link’s form', async () => {
    const { openBrowser, mailedLink } = await serveSite();
    await walkProfessionalTo(openBrowser(), 'done', lawyerOfMinnesota());
    const browser = openBrowser();
    await browser.open(await mailedLink());
    browser.fill(parentOfMinnesota().credentials);
    const { action, body } = browser.page.submission(browser.page.button('Complete Signup'));
    await browser.copy().send('POST', action, body.toString());
    expect((await browser.press('Complete Signup')).link('Log In')).toBe('/ofw/pro/cases.form');
  });
});
