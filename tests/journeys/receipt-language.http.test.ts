import { describe, expect, it } from 'vitest';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { lawyerOfMinnesota } from '~tests/answers/professional-answers';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { serveSite, serveSiteAfter } from '~tests/servers/site';
import { submitInvitedStep, walkInvitedTo } from '~tests/walks/walk-invited';
import { submitStep, walkTo } from '~tests/walks/walk-parent';
import { submitProfessionalStep, walkProfessionalTo } from '~tests/walks/walk-professional';

const PARENTS = {
  'parent A': {
    path: '/receipt',
    headings: ['Account activated!', '¡Cuenta activada!'],
    async reach(browser: PlainBrowser) {
      const answers = parentOfMinnesota();
      await walkTo(browser, 'credentials', answers);
      await submitStep(browser, 'credentials', answers);
    },
    expectReload: async (browser: PlainBrowser) =>
      expect((await browser.open('/receipt')).heading).toMatch(/tried to reload|intentó volver a cargar|recargar/i),
  },
  'parent B': {
    path: '/invite/receipt',
    headings: ["You're all set!", '¡Todo listo!'],
    async reach(browser: PlainBrowser) {
      const answers = coParentOfMinnesota();
      await browser.open('/invite?token=demo-invite-by-parent&userId=9001');
      await walkInvitedTo(browser, 'credentials', answers);
      await submitInvitedStep(browser, 'credentials', answers);
    },
    expectReload: async (browser: PlainBrowser) =>
      expect((await browser.open('/invite/receipt')).url.pathname).not.toContain('receipt'),
  },
};

const lawyer = lawyerOfMinnesota();

it.each([false, true])(
  'can change its language also if the payment was days ago, beside a professional’s answers: %s',
  async (isShared) => {
    const { browser, pass } = await serveSite();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'credentials', answers);
    pass(48 * 60 * 60 * 1000);
    if (isShared) {
      await walkProfessionalTo(browser, 'practice', lawyer);
      await browser.open('/credentials');
    }
    await submitStep(browser, 'credentials', answers);
    await browser.waitForRefresh();
    expect((await browser.press('Español')).heading).toBe('¡Cuenta activada!');
  },
);

describe.each([
  ['parent A', '', false],
  ['parent B', '', false],
  ['parent A', ' beside a professional’s answers', true],
  ['parent B', ' beside a professional’s answers', true],
] as const)('the receipt of %s%s', (of, _beside, isShared) => {
  const { path, headings, reach, expectReload } = PARENTS[of];
  const serveReceipt = serveSiteAfter(async (browser) => {
    if (isShared) await walkProfessionalTo(browser, 'practice', lawyer);
    await reach(browser);
    await browser.waitForRefresh();
    expect([browser.page.path, browser.page.heading]).toEqual([path, headings[0]]);
    return browser.page.texts('dd');
  });

  it('can change its language, and is gone after the next GET', async () => {
    const { browser, reached: details } = await serveReceipt();
    const spanish = await browser.press('Español');
    expect([spanish.status, spanish.path, spanish.heading]).toEqual([200, path, headings[1]]);
    expect(spanish.$('html').attr('lang')).toBe('es');
    const english = await browser.press('English');
    expect([english.status, english.heading, english.$('html').attr('lang')]).toEqual([200, headings[0], 'en']);
    expect(english.texts('dd')).toEqual(details);
    await expectReload(browser);
    if (!isShared) return;
    expect((await browser.open('/pro/contact')).values.email).toBe(lawyer.contact.email);
    await browser.open('/pro/practice');
    expect((await submitProfessionalStep(browser, 'practice', lawyer)).path).toBe('/pro/security');
  });

  it.each<[string, (browser: PlainBrowser) => Promise<unknown>]>([
    ['another page is requested', (browser) => browser.open('/signup')],
    ['it is reloaded', (browser) => browser.open(path)],
    ['Exit is pressed', (browser) => browser.post('/exit', browser.page.mark)],
  ])('is not shown by a language button after %s, even with copied cookies', async (_how, leave) => {
    const { browser } = await serveReceipt();
    const shown = browser.page;
    const copy = browser.copy();
    await leave(browser);
    const { action, body } = shown.submission(shown.button('Español'));
    for (const one of [browser, copy]) {
      const page = await one.send('POST', action, body.toString());
      expect(page.html).not.toContain('1111');
      expect(page.heading).not.toBe(headings[1]);
    }
  });

  it('is not shown by a language button to another visitor, or without its mark', async () => {
    const { site, browser } = await serveReceipt();
    const shown = browser.page;
    const { action } = shown.submission(shown.button('Español'));
    const unmarked = await browser.copy().send('POST', action, 'language=es');
    expect(unmarked.html).not.toContain('1111');
    const other = site.openBrowser();
    await other.open('/signup');
    const { body } = shown.submission(shown.button('Español'));
    expect((await other.send('POST', action, body.toString())).html).not.toContain('1111');
  });
});
