import { describe, expect, it } from 'vitest';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { CARDS, parentOfMinnesota } from '~tests/answers/parent-answers';
import type { Page, PlainBrowser } from '~tests/browser/plain-browser';
import { lawyerOfMinnesota } from '~tests/answers/professional-answers';
import { useSite } from '~tests/servers/site';
import { submitStep, walkTo } from '~tests/walks/walk-parent';
import { submitProfessionalStep, walkProfessionalTo } from '~tests/walks/walk-professional';

const TOO_MANY_EMAILS =
  'Too many different email addresses were tried. What you entered is still here. Please try again in 24 hours';

const server = useSite({ env: { RATE_LIMIT: 'on' } });

describe('the limit of checked e-mails', () => {
  /** Enters other e-mails on step 1 until only `left` checks remain. */
  async function spend(browser: PlainBrowser, left: number): Promise<void> {
    const { step1 } = parentOfMinnesota();
    for (let asked = 0; asked < 10 - left; asked += 1) {
      await browser.open('/step1');
      browser.fill({ ...step1, email: `${crypto.randomUUID()}@example.com` });
      expect((await browser.press('Continue')).path).toBe('/step2');
    }
  }

  it('applies to step 1, where the previous e-mail still works', async () => {
    const browser = server.openBrowser();
    const { step1 } = parentOfMinnesota();
    await spend(browser, 1);
    await browser.open('/step1');
    browser.fill(step1);
    expect((await browser.press('Continue')).path).toBe('/step2');
    await browser.open('/step1');
    browser.fill({ firstName: 'Anna', email: 'taken@example.com' });
    const page = await browser.press('Continue');
    expect([page.status, page.path]).toEqual([429, '/step1']);
    expect(page.errorOf('email')).toContain(TOO_MANY_EMAILS);
    expect(page.values).toMatchObject({ firstName: 'Anna', email: 'taken@example.com' });
    browser.fill({ email: String(step1.email).toUpperCase() });
    expect((await browser.press('Continue')).path).toBe('/step2');
  });

  it('applies to the co-parent’s e-mail on step 2', async () => {
    const browser = server.openBrowser();
    await spend(browser, 0);
    browser.fill({ ...parentOfMinnesota().step2, email: 'known.coparent@example.com' });
    const page = await browser.press('Continue');
    expect([page.status, page.path]).toEqual([429, '/step2']);
    expect(page.errorOf('email')).toContain(TOO_MANY_EMAILS);
    expect(page.html).not.toContain('may be a duplicate');
    expect(page.values).toMatchObject({ firstName: 'Ben', 'children[0].firstName': 'Cleo' });
  });

  it('applies to the first step of an invite', async () => {
    const browser = server.openBrowser();
    const { step1 } = coParentOfMinnesota();
    await browser.open('/invite?token=demo-invite-by-parent&userId=9001');
    const ask = async () => {
      await browser.open('/invite/step1');
      browser.fill({ ...step1, email: `${crypto.randomUUID()}@example.com` });
      return browser.press('Continue');
    };
    for (let asked = 0; asked < 10; asked += 1) expect((await ask()).path).toBe('/invite/packages');
    const page = await ask();
    expect([page.status, page.path]).toEqual([429, '/invite/step1']);
    expect(page.errorOf('email')).toContain(TOO_MANY_EMAILS);
    expect(page.values).toMatchObject({ firstName: 'Ben' });
  });

  it('applies to the first step of a professional', async () => {
    const browser = server.openBrowser();
    await spend(browser, 0);
    await browser.open('/pro/contact');
    browser.fill({ ...lawyerOfMinnesota().contact, email: 'taken@example.com' });
    const page = await browser.press('Continue');
    expect([page.status, page.path]).toEqual([429, '/pro/contact']);
    expect(page.errorOf('email')).toContain(TOO_MANY_EMAILS);
    expect(page.values).toMatchObject({ firstName: 'Iris', hearAboutUs: 'SEARCH_ENGINE' });
  });
});

describe('the limit of attempts in a browser', () => {
  const TOO_MANY = 'Too many tries in a short time. What you entered is still here.';

  function expectTooMany(page: Page, path: string, hours: 1 | 24 = 1): void {
    expect([page.status, page.path]).toEqual([429, path]);
    expect(page.headers.get('retry-after')).toMatch(hours === 1 ? /^3[56]\d\d$/ : /^86[34]\d\d$/);
    expect(page.errors.join()).toContain(TOO_MANY);
    const wait =
      hours === 1
        ? /Please try again in (60|59) minutes, or contact us\./
        : /Please try again in 24 hours, or contact us\./;
    expect(page.errors.join()).toMatch(wait);
  }

  it('applies to requests for a new invite link', async () => {
    const browser = server.openBrowser();
    await browser.open('/invite?token=demo-invite-expired&userId=9005');
    for (let time = 1; time <= 5; time += 1) {
      expect((await browser.press('Send me a new link')).heading).toBe('Thank you! Your new link is on the way.');
      await browser.open('/invite/request');
    }
    const page = await browser.press('Send me a new link');
    expect([page.status, page.heading]).toEqual([429, 'Request a new invite link']);
    expect(page.headers.get('retry-after')).toMatch(/^3[56]\d\d$/);
    expect(page.text('.notice')).toMatch(/Please try again in (60|59) minutes\./);
  });

  it('applies to new sign-ups', async () => {
    const browser = server.openBrowser();
    const answers = parentOfMinnesota();
    const begin = async () => {
      browser.jar.forget('join');
      await browser.open('/step1');
      return submitStep(browser, 'step1', answers);
    };
    for (let time = 1; time <= 10; time += 1) expect((await begin()).path).toBe('/step2');
    const page = await begin();
    expectTooMany(page, '/step1');
    expect(page.values).toMatchObject(answers.step1);
    // A professional's registration counts as a sign-up.
    const lawyer = lawyerOfMinnesota();
    await walkProfessionalTo(browser, 'security', lawyer);
    const refused = await submitProfessionalStep(browser, 'security', lawyer);
    expectTooMany(refused, '/pro/security');
    const { securityQuestion } = lawyer.security;
    expect(refused.values).toMatchObject({ securityQuestion, securityAnswer: '', securityCode: '' });
    await browser.open('/step1');
    browser.fill(answers.step1);
    // A post after a language switch returns the error again.
    await browser.press('Español');
    expect((await browser.press('Continuar')).errors.join()).toContain('Demasiados intentos en poco tiempo.');
  });

  it('applies to activation codes and cards', async () => {
    const browser = server.openBrowser();
    const answers = parentOfMinnesota();
    Object.assign(answers['payment/method'], CARDS.declined);
    await walkTo(browser, 'payment/method', answers);
    const apply = (subscriptionCode: string) => {
      browser.fill({ subscriptionCode, cardHolderName: 'Ann Lee' });
      return browser.press('Apply');
    };
    for (let time = 1; time <= 10; time += 1)
      expect((await apply(`GUESS-${time}`)).errorOf('subscriptionCode')).toBe('Invalid activation code');
    expect((await apply(' guess-1 ')).errorOf('subscriptionCode')).toBe('Invalid activation code');
    const page = await apply('PREPAID-40');
    expectTooMany(page, '/payment/method', 24);
    expect(page.values).toMatchObject({ subscriptionCode: 'PREPAID-40', cardHolderName: 'Ann Lee' });

    browser.fill({ subscriptionCode: '' });
    for (let time = 1; time <= 10; time += 1) {
      await submitStep(browser, 'payment/method', answers);
      expect((await submitStep(browser, 'payment/review', answers)).path).toBe('/payment/method');
    }
    await submitStep(browser, 'payment/method', answers);
    expectTooMany(await submitStep(browser, 'payment/review', answers), '/payment/review');
  });

  it('applies to discount links during a sign-up, but not to links tried before', async () => {
    const browser = server.openBrowser();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'payment/method', answers);
    const totalOf = async (referrer: string) =>
      (await browser.open(`/payment/method?ado=true&jek=${referrer}&pv=MjA=`)).figure('Total');
    for (let time = 1; time <= 9; time += 1) expect(await totalOf(`guess-${time}`)).toBe('$179.55');
    expect(await totalOf('spring')).toBe('$143.64');
    // The eleventh guess changes nothing.
    expect(await totalOf('guess-11')).toBe('$143.64');
    expect(await totalOf('guess-1')).toBe('$179.55');
    expect(await totalOf('spring')).toBe('$143.64');
    expect((await submitStep(browser, 'payment/method', answers)).figure('Total')).toBe('$143.64');

    const late = server.openBrowser();
    await walkTo(late, 'payment/method', parentOfMinnesota());
    for (let time = 1; time <= 10; time += 1) await late.open(`/payment/method?ado=true&jek=guess-${time}&pv=MjA=`);
    expect((await late.open('/payment/method?ado=true&jek=spring&pv=MjA=')).figure('Total')).toBe('$179.55');
  });

  it('applies to usernames', async () => {
    const browser = server.openBrowser();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'credentials', answers);
    const choose = (username: string) => {
      browser.fill({ username, password: String(answers.credentials.password) });
      return browser.press('Complete Signup');
    };
    /** Returns the taken username with a combination of capital letters. */
    const spelling = (number: number) =>
      [...'taken.name'].map((letter, place) => (number & (1 << place) ? letter.toUpperCase() : letter)).join('');
    for (let number = 0; number < 30; number += 1)
      expect((await choose(spelling(number))).errorOf('username')).toBe('This username cannot be used');
    const page = await choose(String(answers.credentials.username));
    expectTooMany(page, '/credentials');
    expect(page.values.username).toBe(answers.credentials.username);
  });
});

describe('the limit of sign-ins', () => {
  const server = useSite({
    env: { RATE_LIMIT: 'on' },
    trouble: () => ({ sessions: { create: () => Promise.resolve(REJECTED) } }),
  });
  const REJECTED = { url: null, redirectUrl: '/ofw/login.form', auth: null, userId: null };

  it('counts retries, but not the first sign-in', async () => {
    const browser = server.openBrowser();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'credentials', answers);
    for (let time = 0; time <= 10; time += 1)
      expect((await submitStep(browser, 'credentials', answers)).status).toBe(422);
    const page = await submitStep(browser, 'credentials', answers);
    expect([page.status, page.path]).toEqual([429, '/credentials']);
    expect(page.headers.get('retry-after')).toMatch(/^3[56]\d\d$/);
    expect(page.errors.join()).toContain('Too many tries in a short time.');
    expect(page.values.username).toBe(answers.credentials.username);
  });
});

describe('a mailbox that received ten invites', () => {
  const server = useSite({ env: { RATE_LIMIT: 'on' } });
  const DELAYED = 'We have not sent the invitation to';

  /** Returns a spelling of the same mailbox. */
  const spell = (n: number) => (n % 2 === 0 ? `victim+${n}@example.com` : `Victim@EXAMPLE.com`);

  async function payAndInvite(email: string, answers = parentOfMinnesota()): Promise<Page> {
    Object.assign(answers.step2, { email });
    return walkTo(server.openBrowser(), 'receipt', answers);
  }

  async function mailsTo(email: string): Promise<string[]> {
    return (await server.openBrowser().open(`/demo?email=${email}`)).texts('.mail');
  }

  it('receives the eleventh on another day, as the payer’s receipt and its mail state', async () => {
    const first = await Promise.all(Array.from({ length: 10 }, (_, n) => payAndInvite(spell(n))));
    for (const page of first) expect(page.html).not.toContain(DELAYED);
    const payer = parentOfMinnesota();
    const receipt = await payAndInvite('victim+last@example.com', payer);
    expect(receipt.heading).toBe('Account activated!');
    expect(receipt.text('main')).toContain(`${DELAYED} victim+last@example.com yet`);
    expect(receipt.text('main')).not.toContain('We have invited your co-parent');
    expect(server.running.log().filter(({ event }) => event === 'invite-over-limit')).toMatchObject([{ level: 40 }]);
    const invites = [...(await mailsTo('victim')), ...(await mailsTo('victim&mails=2'))];
    expect(invites.filter((mail) => mail.includes('/invite?'))).toHaveLength(10);
    expect(await mailsTo('victim%2Blast@example.com')).toEqual([]);
    expect((await mailsTo(String(payer.step1.email))).filter((mail) => mail.includes('is not sent yet'))).toHaveLength(
      1,
    );
    expect((await payAndInvite('other@example.com')).text('main')).toContain('We have invited your co-parent by email');
  }, 60_000);
});
