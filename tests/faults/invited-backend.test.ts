import { ORPCError } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import type { Page } from '~tests/browser/plain-page';
import { type Backend, serveSite, type SiteSettings, type Trouble } from '~tests/servers/site';
import { submitInvitedStep, walkInvited, walkInvitedTo } from '~tests/walks/walk-invited';

const serveInvited = (trouble: SiteSettings['trouble']) => serveSite({ trouble });

type Group = 'invites' | 'parents' | 'credentials' | 'packages';

const PAYS = '/invite?token=demo-invite-by-parent&userId=9001';
const BY_PROFESSIONAL = '/invite?token=demo-invite-by-professional&userId=9002';
const NO_ADDRESS = '/invite?token=demo-invite-paid-no-address&userId=9004';
const GROUPS: Group[] = ['invites', 'parents', 'credentials', 'packages'];

/** Serves the embedded backend, which stops responding once `die` is called. */
async function serveUntilDeath() {
  let isDead = false;
  const died = () => Promise.reject(new TypeError('fetch failed'));
  const served = await serveInvited(
    (backend) =>
      Object.fromEntries(
        GROUPS.map((group) => [
          group,
          new Proxy(backend[group], {
            get: (own, name) => (isDead ? died : (Reflect.get(own, name) as unknown)),
          }),
        ]),
      ) as Trouble,
  );
  return { ...served, die: () => void (isDead = true), revive: () => void (isDead = false) };
}

/** Opens an invited parent's browser, with one of the parents' calls replaced. */
async function serveWith(parents: (backend: Backend) => Trouble['parents'], link = PAYS) {
  const served = await serveInvited((backend) => ({ parents: parents(backend) }));
  await served.browser.open(link);
  return served;
}

const respondWith = (answer: unknown) => (() => Promise.resolve(answer)) as never;
const failWith = (error: unknown) => (() => Promise.reject(error as Error)) as never;
const refuseWith = (code: string, status: number, data?: object) =>
  failWith(new ORPCError(code, { defined: true, status, data }));
/** Returns the highest log level. 40 is a warning, 50 an error. */
const worstLevel = (log: string) => Math.max(...[...log.matchAll(/"level":(\d+)/g)].map(([, level]) => Number(level)));
const at = ({ path, heading }: Page) => [path, heading];

const UNEXPECTED = 'Unexpected error. What you entered is still here. Please try again.';
const ANSWERS = coParentOfMinnesota();

describe('a dead backend', () => {
  it.each(['step1', 'billing-info', 'packages', 'payment/billing', 'credentials'] as const)(
    'loses no typed values on %s',
    async (step) => {
      const { browser, die, revive } = await serveUntilDeath();
      await browser.open(step === 'billing-info' ? NO_ADDRESS : step === 'credentials' ? BY_PROFESSIONAL : PAYS);
      if (step === 'billing-info' || step === 'credentials') await walkInvited(browser, ['step1'], ANSWERS);
      else if (step === 'step1') await browser.follow('Get Started');
      else await walkInvitedTo(browser, step, ANSWERS);
      browser.fill(ANSWERS[step]);
      const typed = { ...browser.page.values };
      die();
      let page = await browser.press(step === 'credentials' ? 'Complete Signup' : 'Continue');
      expect(page.html).not.toMatch(/fetch failed|TypeError/);
      revive();
      if (page.path !== `/invite/${step}`) page = await browser.open(`/invite/${step}`);
      if (page.heading === 'An error has occurred') page = await browser.reload();
      for (const secret of ['securityAnswer', 'securityCode', 'confirmCode', 'password']) delete typed[secret];
      expect(page.values).toMatchObject(typed);
    },
  );
});

describe('a link that expires while a visitor types', () => {
  it('redirects to the request for a new link, and keeps the typed values', async () => {
    let isDead = false;
    const { browser } = await serveInvited(({ invites }) => ({
      invites: {
        get: ((input) =>
          isDead
            ? Promise.reject(new ORPCError('FORBIDDEN', { defined: true, status: 403 }))
            : invites.get(input)) as typeof invites.get,
      },
    }));
    await browser.open(PAYS);
    await browser.follow('Get Started');
    isDead = true;
    expect((await submitInvitedStep(browser, 'step1', ANSWERS)).path).toBe('/invite/request');
    isDead = false;
    await browser.open(PAYS);
    await browser.follow('Get Started');
    expect(browser.page.values).toMatchObject(ANSWERS.step1);
  });
});

describe.each([
  ['status 112', { status: 112, message: 'no' }],
  ['auth.fail.message', { status: 200, message: 'auth.fail.message' }],
])('an update of the parent that responds %s', (_name, answer) => {
  it.each(['step1', 'payment/billing', 'credentials'] as const)(
    'redirects from %s to /invite/request',
    async (step) => {
      let refuses = false;
      const { browser } = await serveWith(
        ({ parents }) => ({
          update: ((input) => (refuses ? Promise.resolve(answer) : parents.update(input))) as typeof parents.update,
        }),
        step === 'credentials' ? BY_PROFESSIONAL : PAYS,
      );
      if (step === 'step1') await browser.follow('Get Started');
      else if (step === 'credentials') await walkInvited(browser, ['step1'], ANSWERS);
      else await walkInvitedTo(browser, step, ANSWERS);
      refuses = true;
      const page = await submitInvitedStep(browser, step, ANSWERS);
      expect(at(page)).toEqual(['/invite/request', 'Request a new invite link']);
      expect(page.button('Send me a new link')).toHaveLength(1);
      refuses = false;
      const { securityAnswer, securityCode, confirmCode, password, ...kept } = { ...ANSWERS.credentials };
      expect([securityAnswer, securityCode, confirmCode, password]).not.toContain('');
      const again = await browser.open(`/invite/${step}`);
      if (step === 'credentials') expect(again.values).toMatchObject(kept);
      else expect(again.values).toMatchObject(ANSWERS[step]);
    },
  );
});

describe('an update of the parent', () => {
  it('states with the billing address whether a duplicate was confirmed, as parent A’s does', async () => {
    const bodies: object[] = [];
    const { browser } = await serveWith(({ parents }) => ({
      update: ((input) => {
        bodies.push(input.body);
        return parents.update(input);
      }) as typeof parents.update,
    }));
    await walkInvitedTo(browser, 'payment/method', ANSWERS);
    expect(bodies).toMatchObject([
      { sections: ['PARENT'] },
      { sections: ['PARENT', 'ADDRESS'], parentDuplicateConfirmed: false },
    ]);
  });

  it.each([
    ['by its HTTP status', refuseWith('FORBIDDEN', 403)],
    ['by its body', respondWith({ status: 403, message: 'no' })],
  ])('starts again at /invite/step1 if rejected with 403 %s', async (_name, update) => {
    const { browser } = await serveWith(() => ({ update }));
    await browser.follow('Get Started');
    const page = await submitInvitedStep(browser, 'step1', ANSWERS);
    expect(page.path).toBe('/invite/step1');
    expect(page.text('.notice')).toContain('please start again from the first step');
    expect(page.values).toMatchObject(ANSWERS.step1);
  });

  it('shows the backend’s faults above the form', async () => {
    const texts = ['The phone number is not in use.', 'The last name is misspelt.'];
    const validationErrors = texts.map((text, index) => ({ field: `parent.${index}`, text }));
    const { browser } = await serveWith(() => ({
      update: respondWith({ status: 422, message: 'no', validationErrors }),
    }));
    await browser.follow('Get Started');
    const page = await submitInvitedStep(browser, 'step1', ANSWERS);
    expect([page.path, page.status, page.errors]).toEqual(['/invite/step1', 422, texts]);
    expect(page.values).toMatchObject(ANSWERS.step1);
  });

  it('shows an error if the call fails, and loses no typed values', async () => {
    const { browser } = await serveWith(() => ({ update: failWith(new TypeError('fetch failed')) }));
    await browser.follow('Get Started');
    const page = await submitInvitedStep(browser, 'step1', ANSWERS);
    expect([page.status, page.errors]).toEqual([502, [UNEXPECTED]]);
    expect(page.values).toMatchObject(ANSWERS.step1);
  });
});

describe('the credentials of an invited parent', () => {
  it.each([
    ['an error', failWith(new ORPCError('INTERNAL_SERVER_ERROR')), 502],
    ['status 500', respondWith({ status: 500, message: 'no' }), 502],
    ['a failure message', respondWith({ status: 200, message: 'terms.fail' }), 422],
  ])('report that the terms could not be accepted: %s', async (_name, agreeToTerms, status) => {
    const { browser, log } = await serveWith(() => ({ agreeToTerms }), BY_PROFESSIONAL);
    await walkInvited(browser, ['step1'], ANSWERS);
    const page = await submitInvitedStep(browser, 'credentials', ANSWERS);
    expect([page.path, page.errors]).toEqual(['/invite/credentials', ['cannot set agreed to terms']]);
    expect([page.status, worstLevel(log())]).toEqual([status, status === 422 ? 40 : 50]);
    expect(page.values).toMatchObject({ username: ANSWERS.credentials.username, termsAndConditions: 'on' });
  });

  it.each([
    ['refused', refuseWith('FORBIDDEN', 403), 422],
    ['broken', failWith(new TypeError('fetch failed')), 502],
  ])('report that their update is %s', async (_name, set, status) => {
    const { browser, log } = await serveInvited(() => ({ credentials: { set } }));
    await browser.open(BY_PROFESSIONAL);
    await walkInvited(browser, ['step1'], ANSWERS);
    const page = await submitInvitedStep(browser, 'credentials', ANSWERS);
    expect(page.errors).toEqual(['Something went wrong with your request. Please try again later.']);
    expect([page.status, worstLevel(log())]).toEqual([status, status === 422 ? 40 : 50]);
  });

  it('are set even if the opt-in could not be stored', async () => {
    const { browser } = await serveWith(() => ({ setMarketingOptIn: failWith(new Error('no')) }), BY_PROFESSIONAL);
    await walkInvited(browser, ['step1', 'credentials'], ANSWERS);
    expect(browser.page.heading).toBe("You're all set!... Please wait while we redirect you.");
  });
});

describe('a new invite link', () => {
  it.each([
    ['status 111', respondWith({ status: 111, message: 'no' }), 422],
    ['status 112', respondWith({ status: 112, message: 'auth.fail.message' }), 422],
    ['status 403', respondWith({ status: 403 }), 422],
    ['a failure message', respondWith({ status: 200, message: 'It did Fail.' }), 422],
    ['status 500', respondWith({ status: 500 }), 502],
    ['an error', failWith(new TypeError('fetch failed')), 502],
  ])('shows a failure, and logs an error only if the backend failed: %s', async (_name, renew, status) => {
    const { browser, log } = await serveInvited(() => ({ invites: { renew } }));
    await browser.open('/invite?token=demo-invite-expired&userId=9005');
    const page = await browser.press('Send me a new link');
    expect(at(page)).toEqual(['/invite/request', 'Request a new invite link']);
    expect([page.text('.notice'), page.status]).toEqual(['Something went wrong. Please try again later.', status]);
    expect(page.$('[autofocus]').is('.notice [role=alert][tabindex=-1]')).toBe(true);
    expect(page.button('Send me a new link')).toHaveLength(1);
    expect(worstLevel(log())).toBe(status === 422 ? 40 : 50);
  });
});

describe('the payment of an invited parent', () => {
  const AGAIN = 'Something went wrong. Please try again.';
  const payWith = async (parents: (backend: Backend) => Trouble['parents']) => {
    const { browser } = await serveWith(parents);
    await walkInvitedTo(browser, 'payment/review', ANSWERS);
    return { browser, page: await browser.press('Pay now') };
  };

  it.each([
    ['403', refuseWith('FORBIDDEN', 403)],
    ['a status of 403', respondWith({ status: 403 })],
    ['a statusCode of 403', respondWith({ statusCode: 403, exception: 'no' })],
    ['112', respondWith({ status: 112, message: 'auth.fail.message' })],
    ['a statusCode of 112', respondWith({ statusCode: 112 })],
  ])('resets the state and redirects to /invite/request if rejected with %s', async (_name, pay) => {
    const { browser, page } = await payWith(() => ({ pay }));
    expect(at(page)).toEqual(['/invite/request', 'Request a new invite link']);
    // The invite link still works, so the notice links to the first step.
    expect(page.text('.notice')).toContain('so nothing was charged. Please start again from the first step.');
    // The page has no form of a step, so the language selector requests it again.
    const spanish = await browser.press('Español');
    expect(spanish.text('.notice')).toContain('así que no se le cobró nada');
    expect([spanish.$('.banner').length, spanish.link('Comenzar de nuevo desde el primer paso')]).toEqual([
      0,
      '/app/join/invite/step1',
    ]);
    await browser.press('English');
    const reloaded = browser.copy();
    expect((await reloaded.open(spanish.path)).text('.notice')).toBe('');
    expect(reloaded.page.link('Start again from the first step')).toBe('/app/join/invite/step1');
    const first = await browser.follow('Start again from the first step');
    expect([first.path, first.values]).toEqual(['/invite/step1', expect.objectContaining({ firstName: 'Ben' })]);
    expect((await browser.open('/invite/payment/review')).path).not.toContain('/payment');
  });

  it('offers a restart and a new link if the backend rejects it and the invite look-up fails', async () => {
    let isDead = false;
    const { browser, log } = await serveInvited((backend) => ({
      parents: { pay: refuseWith('FORBIDDEN', 403) },
      invites: {
        get: ((input) =>
          isDead
            ? Promise.reject(new TypeError('fetch failed'))
            : backend.invites.get(input)) as typeof backend.invites.get,
      },
    }));
    await browser.open(PAYS);
    await walkInvitedTo(browser, 'payment/review', ANSWERS);
    isDead = true;
    const page = await browser.press('Pay now');
    expect([page.status, page.text('.notice')]).toEqual([200, expect.stringContaining('nothing was charged')]);
    expect(page.link('Start again from the first step')).toBe('/app/join/invite/step1');
    expect(page.texts('main button')).toContain('Send me a new link');
    expect(worstLevel(log())).toBe(50);
  });

  it.each([
    ['an error', (data: object) => refuseWith('INVALID', 422, data)],
    ['a response', respondWith],
  ])('redirects to /duplicate for a duplicate account, as %s', async (_name, respond) => {
    const validationErrors = [{ field: 'parent.duplicate', text: 'There is one.' }];
    const { page } = await payWith(() => ({ pay: respond({ validationErrors }) }));
    expect(page.path).toBe('/duplicate');
  });

  it.each([
    ['an error', (data: object) => refuseWith('INVALID', 422, data)],
    ['a response', (data: object) => respondWith({ ...data, status: 422, exception: 'no' })],
  ])('shows the backend’s faults, as %s', async (_name, respond) => {
    const validationErrors = [{ field: 'order', text: 'This package is sold out.' }];
    const { page } = await payWith(() => ({ pay: respond({ validationErrors }) }));
    expect([page.path, page.errors]).toEqual(['/invite/payment/review', ['This package is sold out.']]);
  });

  it.each([
    ['an error', refuseWith('DECLINED', 402, { exception: 'Payment method declined' })],
    ['a response', respondWith({ exception: 'Payment method declined', status: 200 })],
  ])('shows the exception of a decline, as %s', async (_name, pay) => {
    const { page } = await payWith(() => ({ pay }));
    expect(page.path).toBe('/invite/payment/method');
    expect(page.text('main')).toContain('Payment method declined');
  });

  it.each([
    ['breaks', failWith(new ORPCError('INTERNAL_SERVER_ERROR'))],
    ['has no receipt', respondWith({ state: 'paid', registration: {} })],
    ['has no registration', respondWith({ state: 'paid', receipt: {} })],
    ['reports a broken backend', respondWith({ statusCode: 500, exception: 'NullPointerException' })],
  ])('shows an error if the backend %s, and can be retried if nothing was charged', async (_name, pay) => {
    const { page } = await payWith(() => ({ pay }));
    expect(page.path).toBe('/invite/payment/review');
    expect(page.text('main')).toContain(AGAIN);
    expect(page.button('Pay now')).toHaveLength(1);
  });

  it('is looked up and never repeated after a lost response', async () => {
    let pays = 0;
    const { page } = await payWith(({ parents }) => ({
      pay: (async (input) => {
        pays += 1;
        await parents.pay(input);
        throw new TypeError('fetch failed');
      }) as typeof parents.pay,
    }));
    expect([page.path, pays]).toEqual(['/invite/credentials', 1]);
  });

  it('shows that it is being checked while its outcome is unknown, and pays nothing twice', async () => {
    const { page } = await payWith(() => ({
      pay: respondWith({ state: 'paid' }),
      payment: failWith(new TypeError('fetch failed')),
    }));
    expect(page.heading).toBe('We are checking your payment');
    expect(page.text('main')).toContain(AGAIN);
    expect(() => page.button('Pay now')).toThrow();
  });

  it('redirects to the packages without a price', async () => {
    let isBroken = false;
    const { browser } = await serveWith(({ parents }) => ({
      price: ((input) => (isBroken ? Promise.reject(new Error('no')) : parents.price(input))) as typeof parents.price,
    }));
    await walkInvitedTo(browser, 'payment/review', ANSWERS);
    isBroken = true;
    const page = await browser.reload();
    expect(page.path).toBe('/invite/packages');
    expect(page.text('.notice')).toContain('We could not work out the price');
  });
});
