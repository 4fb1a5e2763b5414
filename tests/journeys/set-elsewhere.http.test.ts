import { ORPCError } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '~/server/services/limits.server';
import { coParentOfMinnesota, type CoParentAnswers } from '~tests/answers/invited-answers';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { serveSite, serveSiteAfter, type Backend, type Site, type SiteSettings } from '~tests/servers/site';
import { submitInvitedStep, walkInvitedTo } from '~tests/walks/walk-invited';
import { submitStep, walkTo } from '~tests/walks/walk-parent';

/* A parent uses two browsers: one pays, such as an app's built-in browser, and another one opens mailed links. */

const OTHERS = { username: 'another.name', password: 'another-horse-77' };
const NAMES = { AUTH_COOKIE_NAME: 'auth', AUTH_USER_COOKIE_NAME: 'auth_user' };
const NOTE = 'Your username and password were set before, perhaps in another browser.';
const RECEIPT = 'Account activated!';
const CHECKING = 'We are checking your payment';
const USED = 'This link has been used';
const refused = () => Promise.reject(new ORPCError('FORBIDDEN', { defined: true }));

/** Walks parent A to the credentials form in both browsers. */
async function reachParent(paying: PlainBrowser, { openBrowser, mailedLink }: Site) {
  const answers = parentOfMinnesota();
  const mailed = openBrowser();
  await walkTo(paying, 'credentials', answers);
  await mailed.open(await mailedLink());
  return { mailed, answers };
}

const serveParent = serveSiteAfter(reachParent);

/** Opens the credentials form of parent A in both browsers. The settings apply from there on. */
async function openParent(settings?: SiteSettings) {
  const { site, browser, reached } = await serveParent(settings);
  return { ...site, paying: browser, mailed: reached.mailed.movedTo(site.origin), answers: reached.answers };
}

async function atCredentials(browser: PlainBrowser): Promise<PlainBrowser> {
  await walkTo(browser, 'credentials', parentOfMinnesota());
  return browser;
}

describe('parent A, after setting username and password with the mailed link', () => {
  it.each<[string, (browser: PlainBrowser) => Promise<unknown>]>([
    ['reloads the form', (browser) => browser.reload()],
    ['opens the receipt', (browser) => browser.open('/receipt')],
    ['opens the first step', (browser) => browser.open('/step1')],
    ['opens the review', (browser) => browser.open('/payment/review')],
    ['follows the link', (browser) => browser.open('/credentials')],
    [
      'sends the form with others',
      (browser) => {
        browser.fill(OTHERS);
        return browser.press('Complete Signup');
      },
    ],
    [
      'sends the form with a mistake',
      (browser) => {
        browser.fill({ username: 'x', password: 'y' });
        return browser.press('Complete Signup');
      },
    ],
    ['changes the language', (browser) => browser.press('Español')],
  ])('gets the receipt in the paying browser if it next %s', async (_how, look) => {
    const { paying, mailed, answers } = await openParent();
    await submitStep(mailed, 'credentials', answers);
    await look(paying);
    expect([paying.page.path, paying.page.status]).toEqual(['/receipt', 200]);
    expect(paying.page.texts('dd')).toContainEqual(expect.stringMatching(/^Visa .* 1111$/));
  });

  it('sees on the receipt that the credentials were set before, with a link to Log In', async () => {
    const { paying, mailed, answers } = await openParent();
    await submitStep(mailed, 'credentials', answers);
    paying.fill(OTHERS);
    const receipt = await paying.press('Complete Signup');
    expect([receipt.heading, receipt.link('Log In')]).toEqual([RECEIPT, '/ofw/login.form']);
    expect(receipt.text('main')).toContain(NOTE);
    expect((await paying.open('/receipt')).heading).toBe('You have tried to reload your receipt.');
  });

  it('gets the receipt after a prefetch and a HEAD request', async () => {
    const { paying, mailed, answers } = await openParent();
    await submitStep(mailed, 'credentials', answers);
    for (const path of ['/credentials', '/receipt']) {
      const ahead = await paying.send('GET', paying.urlOf(path), undefined, { 'sec-purpose': 'prefetch' });
      expect([path, ahead.headers.get('location') ?? ahead.heading]).toEqual([
        path,
        path === '/receipt' ? RECEIPT : '/app/join/receipt',
      ]);
      expect((await paying.send('HEAD', paying.urlOf(path))).status).toBe(ahead.status);
    }
    expect((await paying.open('/credentials')).heading).toBe(RECEIPT);
  });

  it('gets the receipt only on the next press if the backend does not return the payer', async () => {
    const site = await serveSite({
      trouble: ({ registrations }) => ({
        registrations: {
          async pay(...call) {
            const answer = await registrations.pay(...call);
            if (!('registration' in answer)) return answer;
            const { registration } = answer;
            return { ...answer, registration: { ...registration, parent: { ...registration.parent, userId: null } } };
          },
        },
      }),
    });
    const paying = site.openBrowser();
    const { mailed, answers } = await reachParent(paying, site);
    await submitStep(mailed, 'credentials', answers);
    expect((await paying.reload()).path).toBe('/credentials');
    paying.fill(OTHERS);
    expect((await paying.press('Complete Signup')).heading).toBe(RECEIPT);
  });
});

it('keeps the form of a payer if the backend refuses a token once that it still accepts', async () => {
  let isRefusing = true;
  const { paying, answers } = await openParent({
    trouble: ({ credentials }) => ({
      credentials: { set: (...call) => (isRefusing ? refused() : credentials.set(...call)) },
    }),
  });
  const page = await submitStep(paying, 'credentials', answers);
  expect([page.path, page.status, page.values.username]).toEqual(['/credentials', 422, answers.credentials.username]);
  isRefusing = false;
  expect((await submitStep(paying, 'credentials', answers)).heading).toBe('Your username and password are set');
});

it.each<[string, (browser: PlainBrowser) => Promise<unknown>]>([
  ['changes the language', (browser) => browser.press('Español')],
  [
    'makes two mistakes',
    async (browser) => {
      for (const password of ['short', 'shorter']) {
        browser.fill({ password });
        await browser.press('Complete Signup');
      }
    },
  ],
])('signs in a payer whose credentials were set without a response, and who first %s', async (_how, look) => {
  let isLost = true;
  const { paying, answers } = await openParent({
    trouble: ({ credentials }) => ({
      credentials: {
        async set(...call) {
          const response = await credentials.set(...call);
          if (isLost) throw new Error('lost');
          return response;
        },
      },
    }),
  });
  expect((await submitStep(paying, 'credentials', answers)).status).toBe(502);
  isLost = false;
  await look(paying);
  expect(paying.page.path).toBe('/credentials');
  const errors = paying.page.texts('.error-summary :not(:has(*))').filter((text) => text !== '');
  expect(errors).toEqual([...new Set(errors)]);
  paying.fill(answers.credentials);
  await paying.pressEnter();
  expect((await paying.waitForRefresh()).text('main')).not.toContain(NOTE);
  expect([paying.page.path, paying.page.status]).toEqual(['/receipt', 200]);
});

describe('parent A, in a paying browser whose post has found that the credentials are set', () => {
  /** Posts the form of the paying browser after the mailed link was used, and does not follow the redirect. */
  async function openAfterPost() {
    const asked: string[] = [];
    const served = await openParent({
      env: NAMES,
      trouble: ({ sessions }) => ({
        sessions: {
          create(...call) {
            asked.push(call[0].body.username);
            return sessions.create(...call);
          },
        },
      }),
    });
    const { paying, mailed, answers } = served;
    await submitStep(mailed, 'credentials', answers);
    asked.length = 0;
    paying.fill(OTHERS);
    const { action, body } = paying.page.submission(paying.page.button('Complete Signup'));
    await paying.send('POST', action, body.toString());
    return { ...served, asked, action, body };
  }

  it.each(['the right password', 'a guessed password'])('signs in to no account with %s', async (which) => {
    const { paying, openBrowser, asked, action, body } = await openAfterPost();
    const victim = parentOfMinnesota().credentials;
    await submitStep(await atCredentials(openBrowser()), 'credentials', {
      ...parentOfMinnesota(),
      credentials: victim,
    });
    asked.length = 0;
    body.set('username', String(victim.username));
    body.set('password', which === 'the right password' ? String(victim.password) : 'guessed-horse-7');
    const answer = await paying.send('POST', action, body.toString());
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/app/join/receipt']);
    expect([asked, paying.jar.has('auth')]).toEqual([[], false]);
  });

  it('gets the receipt instead of the form', async () => {
    const { paying } = await openAfterPost();
    expect((await paying.open('/credentials')).heading).toBe(RECEIPT);
    expect(paying.page.text('main')).toContain(NOTE);
  });
});

describe('parent A, after setting username and password in the paying browser', () => {
  it.each<[string, (browser: PlainBrowser) => Promise<unknown>]>([
    ['reloads the form', (browser) => browser.reload()],
    [
      'sends the form',
      (browser) => {
        browser.fill(OTHERS);
        return browser.press('Complete Signup');
      },
    ],
  ])('sees that the link was used if the mail’s browser next %s', async (_how, look) => {
    const { paying, mailed, answers } = await openParent();
    await submitStep(paying, 'credentials', answers);
    await look(mailed);
    expect([mailed.page.heading, mailed.page.link('Log In')]).toEqual([USED, '/ofw/login.form']);
    expect((await paying.waitForRefresh()).heading).toBe(RECEIPT);
    expect(paying.page.text('main')).not.toContain(NOTE);
  });

  it('sees that the link was used if the mail’s browser sends others, also over the limit of guesses', async () => {
    const { paying, mailed, answers } = await openParent({ env: { RATE_LIMIT: 'on' } });
    await submitStep(paying, 'credentials', answers);
    const { page } = mailed;
    const send = async (browser: PlainBrowser, typed: Record<string, string>) => {
      page.fill(typed);
      const { body } = page.submission(page.button('Complete Signup'));
      return (await browser.post('/credentials', body.toString())).heading;
    };
    const same = answers.credentials as Record<string, string>;
    expect(await send(mailed, { username: '', password: '' })).toBe(USED);
    for (let tries = 1; tries < LIMITS.usernameCheck.visitor.points; tries += 1)
      expect(await send(mailed, { ...same, password: `another-horse-${tries}` })).toBe(USED);
    expect(await send(mailed.copy(), same)).toBe('Your username and password are set');
    expect(await send(mailed.copy(), same)).toBe(USED);
  });

  it('sees that the link was used if the mail’s browser sends the form at the same moment', async () => {
    let meanwhile: () => Promise<unknown> = () => Promise.resolve();
    const { paying, mailed, answers } = await openParent({
      trouble: ({ credentials }) => ({
        credentials: {
          async set(...call) {
            const first = meanwhile;
            meanwhile = () => Promise.resolve();
            await first();
            return credentials.set(...call);
          },
        },
      }),
    });
    meanwhile = () => submitStep(paying, 'credentials', answers);
    mailed.fill(OTHERS);
    const page = await mailed.press('Complete Signup');
    expect([page.status, page.heading]).toEqual([200, USED]);
    expect((await paying.waitForRefresh()).heading).toBe(RECEIPT);
  });
});

it.each<[string, SiteSettings['trouble']]>([
  ['access', () => ({ parents: { get: refused } })],
  ['an error', () => ({ parents: { get: () => Promise.reject(new Error('down')) } })],
  ['silence', () => ({ parents: { get: () => new Promise<never>(() => undefined) } })],
])('keeps the form for paying visitors if the look-up of the parent ends with %s', async (_what, trouble) => {
  const { openBrowser } = await serveSite({ trouble });
  const browser = openBrowser();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'credentials', answers);
  expect((await browser.reload()).heading).toBe('Choose your username and password');
  await submitStep(browser, 'credentials', answers);
  expect((await browser.waitForRefresh()).heading).toBe(RECEIPT);
});

/** Walks parent B in one browser, and opens the payer's mailed link in another one. */
async function reachCoParent(paying: PlainBrowser, { openBrowser }: Site, pay = payInvited) {
  const answers = coParentOfMinnesota();
  await paying.open('/invite?token=demo-invite-by-parent&userId=9001');
  await pay(paying, answers);
  const mails = (await openBrowser().open('/demo')).texts('.mail');
  const own = mails.filter((mail) => mail.includes(String(answers.step1.email)));
  const link = /\/app\/join(\/invite\?token=\S+)/.exec(own.join('\n'))?.[1];
  if (!link) throw new Error('No return link in the outbox');
  const mailed = openBrowser();
  await mailed.open(link);
  return { mailed, answers };
}

const serveCoParent = serveSiteAfter((browser, site) => reachCoParent(browser, site));

async function openCoParent() {
  const { site, browser, reached } = await serveCoParent();
  return { ...site, paying: browser, mailed: reached.mailed.movedTo(site.origin), answers: reached.answers };
}

async function payInvited(browser: PlainBrowser, answers: CoParentAnswers): Promise<void> {
  await walkInvitedTo(browser, 'credentials', answers);
}

async function payWithoutResponse(browser: PlainBrowser, answers: CoParentAnswers): Promise<void> {
  await walkInvitedTo(browser, 'payment/review', answers);
  const page = await submitInvitedStep(browser, 'payment/review', answers);
  expect(page.heading).toBe(CHECKING);
}

describe('parent B whose payment had no response', () => {
  /** Loses the payment's response. @param payment the look-up, in place of the backend's */
  function losing(payment: (own: Backend['parents']['payment']) => Backend['parents']['payment']): SiteSettings {
    return {
      trouble: ({ parents }) => ({
        parents: {
          async pay(...call) {
            await parents.pay(...call);
            throw new Error('no response');
          },
          payment: payment(parents.payment),
        },
      }),
    };
  }

  async function openUnanswered(settings: SiteSettings) {
    const site = await serveSite(settings);
    const paying = site.openBrowser();
    return { paying, ...(await reachCoParent(paying, site, payWithoutResponse)) };
  }

  it('gets the receipt if the credentials were set with the mailed link before the payment is looked up', async () => {
    let isDown = true;
    const settings = losing(
      (own) =>
        (...call) =>
          isDown ? Promise.reject(new Error('down')) : own(...call),
    );
    const { paying, mailed, answers } = await openUnanswered(settings);
    expect(mailed.page.path).toBe('/invite/credentials');
    await submitInvitedStep(mailed, 'credentials', answers);
    isDown = false;
    const page = await paying.waitForRefresh();
    expect([page.path, page.heading]).toEqual([
      '/invite/credentials',
      "You're all set!... Please wait while we redirect you.",
    ]);
    expect((await paying.waitForRefresh()).path).toBe('/invite/receipt');
  });

  it('leaves the look-up if the backend refuses it, because the invite is used', async () => {
    const { paying, mailed, answers } = await openUnanswered(losing(() => refused));
    expect((await paying.waitForRefresh()).heading).toBe(CHECKING);
    await submitInvitedStep(mailed, 'credentials', answers);
    const page = await paying.waitForRefresh();
    expect([page.path, page.heading]).toEqual(['/invite', 'You have joined already']);
  });
});

describe('parent B', () => {
  it.each<[string, (browser: PlainBrowser) => Promise<unknown>]>([
    ['reloads the form', (browser) => browser.reload()],
    ['opens the invite', (browser) => browser.open('/invite')],
    ['opens the receipt', (browser) => browser.open('/invite/receipt')],
    [
      'sends the form',
      (browser) => {
        browser.fill({ ...coParentOfMinnesota().credentials, ...OTHERS });
        return browser.press('Complete Signup');
      },
    ],
    [
      'sends the form with a mistake',
      (browser) => {
        browser.fill({ username: 'x' });
        return browser.press('Complete Signup');
      },
    ],
  ])(
    'gets the receipt after setting the credentials with the mailed link if the paying browser next %s',
    async (_how, look) => {
      const { paying, mailed, answers } = await openCoParent();
      expect(mailed.page.path).toBe('/invite/credentials');
      await submitInvitedStep(mailed, 'credentials', answers);
      await look(paying);
      expect(paying.page.heading).toBe("You're all set!... Please wait while we redirect you.");
      expect(paying.page.text('main')).toContain(NOTE);
      const receipt = await paying.waitForRefresh();
      expect([receipt.path, receipt.figure('Card')]).toEqual(['/invite/receipt', 'Visa ending in 1111']);
      expect(receipt.text('main')).toContain(NOTE);
      expect(receipt.texts('.next-steps li')).toContain('Log in with your username and password.');
    },
  );

  it('gets the receipt after a prefetch', async () => {
    const { paying, mailed, answers } = await openCoParent();
    await submitInvitedStep(mailed, 'credentials', answers);
    const ahead = await paying.send('GET', paying.urlOf('/invite/credentials'), undefined, {
      'sec-purpose': 'prefetch',
    });
    expect([ahead.status, ahead.heading]).toEqual([200, "You're all set!... Please wait while we redirect you."]);
    await paying.open('/invite/credentials');
    expect((await paying.waitForRefresh()).path).toBe('/invite/receipt');
  });

  it('gets the receipt even with an expired link', async () => {
    const { paying, mailed, answers, store } = await openCoParent();
    await submitInvitedStep(mailed, 'credentials', answers);
    await store.db
      .updateTable('backend_tokens')
      .set({ expires_at: new Date(0).toISOString() })
      .where('purpose', '=', 'invite')
      .execute();
    await paying.reload();
    expect((await paying.waitForRefresh()).path).toBe('/invite/receipt');
  });

  it('sees in the mail’s browser that the paying browser has set the credentials', async () => {
    const { paying, mailed, answers } = await openCoParent();
    await submitInvitedStep(paying, 'credentials', answers);
    mailed.fill({ ...coParentOfMinnesota().credentials, ...OTHERS });
    const page = await mailed.press('Complete Signup');
    expect([page.path, page.heading, page.link('Log In')]).toEqual([
      '/invite',
      'You have joined already',
      '/ofw/login.form',
    ]);
  });
});
