import { ORPCError } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import { coParentOfMinnesota, type CoParentAnswers } from '~tests/answers/invited-answers';
import { CARDS } from '~tests/answers/parent-answers';
import type { Page, PlainBrowser } from '~tests/browser/plain-browser';
import { serveSite, serveSiteAfter, type SiteSettings } from '~tests/servers/site';
import { inviteByMail } from '~tests/walks/invite-by-mail';
import { PAYING_STEPS, submitInvitedStep, walkInvited, walkInvitedTo } from '~tests/walks/walk-invited';

const INVITE = '/invite?token=demo-invite-by-parent&userId=9001';
const LOOK_AGAIN =
  'We could not tell what this page had shown you, so “Pay now” charged nothing. Please look everything over and press it again.';
const FAILURE = { exception: 'Unexpected error', status: 402 };

type Served = Awaited<ReturnType<typeof serveSite>>;

/** Serves sites where parent A has invited parent B. */
const serveInvited = serveSiteAfter((_browser, site) => inviteByMail(site.openBrowser));

/** Answers with another person, address, card and package. */
function otherAnswers(): CoParentAnswers {
  const answers = coParentOfMinnesota();
  return {
    ...answers,
    // cspell:ignore quist
    step1: { ...answers.step1, firstName: 'Olaf', lastName: 'Quist' },
    packages: { packageId: '2031' },
    'payment/billing': {
      ...answers['payment/billing'],
      billingAddress: '7 Other Street',
      region: 'TX',
      postalCode: '73301',
      city: 'Austin',
    },
    'payment/method': { ...answers['payment/method'], ...CARDS.approvedMastercard, cardHolderName: 'Olaf Quist' },
  };
}

/** Opens one invite in two browsers. One waits at a step while the other pays. */
async function payInOtherBrowser(
  goal: 'step1' | 'packages' | 'payment/billing' | 'payment/review',
  waitingAnswers = otherAnswers(),
  settings?: SiteSettings,
) {
  const { site: server, reached } = await serveInvited(settings);
  const { link } = reached;
  const answers = { ...coParentOfMinnesota(), packages: { packageId: '2021' } };
  const [paying, waiting] = [server.openBrowser(), server.openBrowser()];
  await paying.open(link);
  await waiting.open(link);
  await walkInvitedTo(waiting, goal, waitingAnswers);
  await walkInvited(paying, PAYING_STEPS.slice(0, -1), answers);
  expect(paying.page.path).toBe('/invite/credentials');
  return { server, paying, waiting, link, answers, waitingAnswers };
}

const countPayments = async (server: Served) =>
  (await server.openBrowser().open('/demo')).texts('[data-payment]').length;

/** Expects a page that shows the paid package, and no personal data of the payer. */
function expectPaid(page: Page, { step1, ...answers }: CoParentAnswers): void {
  expect([page.path, page.status, page.heading]).toEqual(['/invite', 200, 'This invitation has been paid']);
  expect(page.figure('Package')).toBe('Plus, 1 year');
  expect(page.figure('Total')).toBe('$179.55');
  expect(page.figure('Paid on')).toMatch(/^\w+ \d+, \d{4}$/);
  expect(page.link('Log In')).toBe('/ofw/login.form');
  const { billingAddress, city, postalCode } = answers['payment/billing'];
  for (const secret of [step1.email, step1.phoneNumber, billingAddress, city, postalCode, '1111', 'Visa'])
    expect(page.html).not.toContain(String(secret));
}

it.each(['packages', 'payment/review'] as const)(
  'shows on each page that an invite was paid in another browser, which has come to %s',
  async (goal) => {
    const { server, paying, waiting, link, answers } = await payInOtherBrowser(goal);
    const steps = ['step1', 'packages', 'payment/billing', 'payment/method', 'payment/review', 'credentials'];
    const pages = ['/invite', ...steps.map((step) => `/invite/${step}`), '/invite/payment', '/invite/request', link];
    for (const page of pages) {
      await waiting.open(page);
      expectPaid(waiting.page, answers);
    }
    expectPaid(await waiting.open('/invite/receipt').then(() => waiting.open('/invite')), answers);
    // A browser without a session shows the same.
    const third = server.openBrowser();
    expectPaid(await third.open(link), answers);
    for (const path of ['/invite/credentials', '/invite/request']) expectPaid(await third.open(path), answers);
    const inSpanish = await third.press('Español');
    expect(inSpanish.text('main')).toContain('Los montos están en dólares estadounidenses (USD).');
    await submitInvitedStep(paying, 'credentials', answers);
    for (const page of pages) expect((await waiting.open(page)).heading).toBe('You have joined already');
  },
);

it('does not check a payment on Review that this browser never began, even if the look-up fails', async () => {
  const settings: SiteSettings = {
    trouble: () => ({ parents: { payment: () => Promise.reject(new Error('down')) } }),
  };
  const { waiting, answers } = await payInOtherBrowser('payment/review', otherAnswers(), settings);
  expectPaid(await waiting.reload(), answers);
});

describe('a page that was served before another browser paid', () => {
  it.each(['step1', 'payment/billing'] as const)(
    'redirects from %s to the paid package, and changes nothing',
    async (step) => {
      const { waiting, paying, answers, waitingAnswers } = await payInOtherBrowser(step);
      expectPaid(await submitInvitedStep(waiting, step, waitingAnswers), answers);
      const ask = await waiting.follow('Did the email not arrive? Ask for a new link');
      expect([ask.path, ask.texts('main button')]).toEqual(['/invite/request?paid', ['Send me a new link']]);
      await expectReceiptOf(paying, answers);
    },
  );

  it.each(['step1', 'payment/billing'] as const)(
    'redirects from %s to the same page, whether or not the payer has entered the same',
    async (step) => {
      const targets: (string | null)[] = [];
      for (const isEqual of [true, false]) {
        const { site, reached } = await serveInvited();
        const [paying, waiting] = [site.openBrowser(), site.openBrowser()];
        await paying.open(reached.link);
        await waiting.open(reached.link);
        const answers = coParentOfMinnesota();
        const entered = isEqual ? answers : otherAnswers();
        await walkInvitedTo(waiting, 'payment/billing', entered);
        await waiting.open(`/invite/${step}`);
        await walkInvited(paying, PAYING_STEPS.slice(0, -1), answers);
        waiting.fill(entered[step]);
        const { action, body } = waiting.page.submission(waiting.page.button('Continue'));
        targets.push((await waiting.send('POST', action, body.toString())).headers.get('location'));
      }
      expect(targets).toEqual(['/app/join/invite', '/app/join/invite']);
    },
  );

  it('charges nothing on the review, and redirects to the paid package', async () => {
    const { server, waiting, paying, answers } = await payInOtherBrowser('payment/review');
    const before = await countPayments(server);
    expectPaid(await waiting.press('Pay now'), answers);
    expect(await countPayments(server)).toBe(before);
    expectPaid(await waiting.open('/invite/receipt').then(() => waiting.open('/invite')), answers);
    await expectReceiptOf(paying, answers);
  });

  it('charges nothing on a review with the same answers', async () => {
    const same = { ...coParentOfMinnesota(), packages: { packageId: '2021' } };
    const { waiting, answers } = await payInOtherBrowser('payment/review', same);
    expectPaid(await waiting.press('Pay now'), answers);
  });

  it('offers a new link, which opens the credentials', async () => {
    const { server, waiting, answers } = await payInOtherBrowser('packages');
    await waiting.open('/invite');
    const ask = await waiting.follow('Did the email not arrive? Ask for a new link');
    // The link that the visitor opened still works.
    expect(ask.text('main')).toContain('We can send a new link to the email address that you gave us');
    expect(ask.text('main')).not.toContain('does not work');
    await waiting.press('Send me a new link');
    expect(waiting.page.heading).toBe('Thank you! Your new link is on the way.');
    const again = await waiting.follow('Submit your request again');
    expect(again.text('main')).not.toContain('does not work');
    const mails = (await server.openBrowser().open('/demo')).texts('.mail');
    const mail = mails.find((text) => text.includes(String(answers.step1.email)) && text.includes('/app/join/invite?'));
    const mailed = server.openBrowser();
    await mailed.open(/\/app\/join(\/invite\?\S+)/.exec(mail ?? '')![1]!);
    expect(mailed.page.path).toBe('/invite/credentials');
    await submitInvitedStep(mailed, 'credentials', answers);
    expect((await mailed.waitForRefresh()).figure('Card ending in')).toBe('1111');
  });
});

it.each([
  ['without a code', '2021', undefined],
  ['with a code for a part', '2021', 'PREPAID-40'],
  ['with a code for the full price', '2011', 'PREPAID-FULL'],
])('leads the payer on whose session was not written after the payment %s', async (_what, packageId, code) => {
  const { site: server, reached } = await serveInvited();
  const { link } = reached;
  const answers = { ...coParentOfMinnesota(), packages: { packageId } };
  const paying = server.openBrowser();
  await paying.open(link);
  await walkInvitedTo(paying, 'payment/method', answers);
  // The payment spends the code, so the order costs more afterwards.
  if (code !== undefined) paying.fill({ subscriptionCode: code });
  await submitInvitedStep(paying, 'payment/method', answers);
  const before = paying.copy();
  const rows = await server.sessions();
  await paying.press('Pay now');
  expect(paying.page.path).toBe('/invite/credentials');
  // What a process leaves that is killed between the payment and the session's write.
  await server.store.db.deleteFrom('sessions').execute();
  await server.store.db.insertInto('sessions').values(rows).execute();
  expect((await before.open('/invite/payment/review')).path).toBe('/invite/credentials');
  // Paying in the United States agrees to news.
  expect(before.page.values.marketingOptIn).toBe('on');
  const receipt = await submitInvitedStep(before, 'credentials', answers).then(() => before.waitForRefresh());
  expect(receipt.path).toBe('/invite/receipt');
  expect(receipt.texts('main dt').includes(`Activation code ${code}`)).toBe(code !== undefined);
  expect(await countPayments(server)).toBe(2);
});

it('withdraws no agreement to news that neither session nor backend returns', async () => {
  const { browser, store, changeSession } = await serveSite({
    trouble: ({ parents }) => ({
      parents: { get: async (input) => ({ ...(await parents.get(input)), marketingOptIn: null }) },
    }),
  });
  await browser.open(INVITE);
  const answers = coParentOfMinnesota();
  await walkInvited(browser, PAYING_STEPS.slice(0, -1), answers);
  await changeSession((state) => ({ ...state, paid: state.paid && { ...state.paid, marketingOptIn: undefined } }));
  expect((await browser.reload()).values.marketingOptIn).toBeUndefined();
  await submitInvitedStep(browser, 'credentials', answers);
  const account = store.db.selectFrom('backend_accounts').select('marketing_opt_in').where('id', '=', '9001');
  expect(await account.executeTakeFirstOrThrow()).toEqual({ marketing_opt_in: 1 });
});

const reload = (browser: PlainBrowser) => browser.reload();
const pressPayNow = (browser: PlainBrowser) => browser.press('Pay now');

it.each([
  ['a reload of the packages', 'packages', reload, 'billing-info'],
  ['a reload of Review', 'payment/review', reload, 'credentials'],
  ['Pay now', 'payment/review', pressPayNow, 'credentials'],
] as const)('leads past the payment after %s if the subscription has become current', async (_how, goal, act, next) => {
  const { browser, payments } = await serveBecomingCurrent(goal, { billingAddressComplete: true });
  // An address that this browser has not entered may be another person's.
  expect((await act(browser)).path).toBe(`/invite/${next}`);
  expect(browser.page.text('main')).not.toContain('Pay now');
  expect(browser.page.text('main .notice')).toContain('Your subscription has been paid since you opened that page');
  expect(await payments()).toEqual([]);
});

it('names no package if the backend does not name the one of a subscription that has become current', async () => {
  const { browser } = await serveBecomingCurrent('payment/billing', { billingAddressComplete: false });
  expect(browser.page.text('.order-summary')).toContain('Plus');
  expect((await browser.reload()).path).toBe('/invite/billing-info');
  expect(browser.page.text('main')).not.toContain('Plus');
});

/** Serves parent B's page, after which the subscription becomes current. */
async function serveBecomingCurrent(goal: 'packages' | 'payment/billing' | 'payment/review', invite: object) {
  let isCurrent = false;
  const site = await serveSite({
    trouble: ({ invites, parents }) => ({
      invites: {
        get: async (input) => ({
          ...(await invites.get(input)),
          ...(isCurrent && { isSubscriptionCurrent: true, coparentPackageId: null, ...invite }),
        }),
      },
      parents: {
        pay: (...call) =>
          isCurrent ? Promise.reject(new ORPCError('FORBIDDEN', { defined: true })) : parents.pay(...call),
      },
    }),
  });
  await site.browser.open(INVITE);
  await walkInvitedTo(site.browser, goal, coParentOfMinnesota());
  isCurrent = true;
  return site;
}

it.each(['was not pressed', 'was pressed without a response'] as const)(
  'charges nothing more on a review that %s, once the subscription is current',
  async (earlier) => {
    const server = await serveSite();
    const { browser, store } = server;
    await browser.open(INVITE);
    const answers = { ...coParentOfMinnesota(), packages: { packageId: '2021' } };
    await walkInvitedTo(browser, 'payment/review', answers);
    const { action, body } = browser.page.submission(browser.page.button('Pay now'));
    const rows = await server.sessions();
    const jar = browser.jar.copy();
    if (earlier !== 'was not pressed') {
      await browser.send('POST', action, body.toString());
      // What a process leaves that is killed between the payment and the session's write.
      await store.db.deleteFrom('sessions').execute();
      await store.db.insertInto('sessions').values(rows).execute();
      browser.jar = jar;
    }
    const before = await countPayments(server);
    const current = store.db.updateTable('backend_invitations').set({ is_subscription_paid: 1 });
    await current.where('id', '=', '9001').execute();
    const page = await browser.press('Pay now');
    expect([page.path, page.texts('.received')]).toEqual([
      '/invite/credentials',
      earlier === 'was not pressed' ? [] : ['Payment received, $179.55'],
    ]);
    expect(await countPayments(server)).toBe(before);
    await submitInvitedStep(browser, 'credentials', answers);
    expect((await browser.waitForRefresh()).path).toBe(
      earlier === 'was not pressed' ? '/ofw/home.form' : '/invite/receipt',
    );
  },
);

/** Opens one invite in two browsers: at Review, and with another person's answers at a step. */
async function openReviewBeside(step: 'step1' | 'payment/review', settings?: SiteSettings) {
  const { site: server, reached } = await serveInvited(settings);
  const { link } = reached;
  const [mine, others] = [coParentOfMinnesota(), otherAnswers()];
  const [paying, waiting] = [server.openBrowser(), server.openBrowser()];
  await paying.open(link);
  await waiting.open(link);
  await walkInvitedTo(paying, 'payment/review', mine);
  await walkInvitedTo(waiting, step, others);
  return { server, paying, waiting, mine, others };
}

it('bills the address on the pressed review, not the one entered later in another browser', async () => {
  const { server, paying, waiting, mine, others } = await openReviewBeside('payment/review');
  expect(waiting.page.text('main')).toContain(String(others['payment/billing'].billingAddress));
  expect((await paying.press('Pay now')).path).toBe('/invite/credentials');
  await expectReceiptOf(paying, mine);
  const mails = (await server.openBrowser().open('/demo')).texts('.mail');
  expect(mails.some((mail) => mail.includes('Receipt') && mail.includes('7 Other Street'))).toBe(false);
});

it('taxes each browser by its address, also after another one has stored a different one', async () => {
  const { paying, waiting } = await openReviewBeside('payment/review');
  const taxes = () => [paying, waiting].map(({ page }) => page.figure('Tax'));
  const shown = taxes();
  expect(shown[0]).not.toBe(shown[1]);
  await paying.reload();
  await waiting.reload();
  expect(taxes()).toEqual(shown);
});

it('offers a browser the packages of its phone, and another one those of the invitation', async () => {
  const { site, reached } = await serveInvited();
  const [own, other] = [site.openBrowser(), site.openBrowser()];
  const costs = async () =>
    [await own.open(reached.link), await other.open(reached.link)].map((page) => page.figure('What it costs'));
  const [before] = await costs();
  await own.follow('Get Started');
  const answers = otherAnswers();
  const step1 = { ...answers.step1, countryCode: '+44', phoneNumber: '7700 900 123' };
  expect((await submitInvitedStep(own, 'step1', { ...answers, step1 })).text('main')).toContain('£');
  expect(await costs()).toEqual([expect.stringContaining('£'), before]);
});

it.each(['agreeToTerms', 'pay'] as const)(
  'pays as the payer if another browser stores a contact just before parents.%s',
  async (call) => {
    let meanwhile: () => Promise<unknown> = () => Promise.resolve();
    const intrude = () => meanwhile().finally(() => (meanwhile = () => Promise.resolve()));
    const { server, paying, waiting, mine, others } = await openReviewBeside('step1', {
      trouble: ({ parents }) => ({
        parents: {
          [call]: (...args: Parameters<typeof parents.pay>) =>
            intrude().then(() => (parents[call] as typeof parents.pay)(...args)),
        },
      }),
    });
    meanwhile = () => submitInvitedStep(waiting, 'step1', others);
    expect((await paying.press('Pay now')).path).toBe('/invite/credentials');
    await expectReceiptOf(paying, mine);
    const mails = (await server.openBrowser().open('/demo')).texts('.mail');
    expect(mails.filter((mail) => mail.includes('Olaf') || mail.includes(String(others.step1.email)))).toEqual([]);
  },
);

it('completes a paid invite whose backend has another contact by now', async () => {
  const rejected: string[][] = [];
  const { site: server, reached } = await serveInvited({
    trouble: ({ parents }) => ({
      parents: {
        update(...call) {
          const { sections } = call[0].body;
          if (!sections.includes('SECURITY_CODE' as never) || !sections.includes('PARENT' as never))
            return parents.update(...call);
          rejected.push([...sections]);
          return Promise.reject(new ORPCError('FORBIDDEN', { defined: true }));
        },
      },
    }),
  });
  const { link } = reached;
  const answers = coParentOfMinnesota();
  const paying = server.openBrowser();
  await paying.open(link);
  await walkInvitedTo(paying, 'credentials', answers);
  await expectReceiptOf(paying, answers);
  expect(rejected.length).toBe(1);
});

/** Sets the credentials, and expects a receipt with the payer's data. */
async function expectReceiptOf(paying: PlainBrowser, answers: CoParentAnswers): Promise<void> {
  await submitInvitedStep(paying, 'credentials', answers);
  const receipt = await paying.waitForRefresh();
  expect([receipt.path, receipt.figure('Card')]).toEqual(['/invite/receipt', 'Visa ending in 1111']);
  expect(receipt.text('main')).toContain(String(answers['payment/billing'].billingAddress));
  expect(receipt.text('main')).toContain(`${String(answers.step1.firstName)} ${String(answers.step1.lastName)}`);
}

it.each([
  ['was taken', 'paid', 'Payment received, $179.55'],
  ['never began', 'none', 'nothing was charged'],
] as const)('settles a payment that %s, although the link expired while it was checked', async (_name, state, text) => {
  const { browser, store, openBrowser } = await serveSite({
    trouble: ({ parents }) => ({
      parents: {
        async pay(...call) {
          if (state === 'paid') await parents.pay(...call);
          return { state: 'pending' };
        },
      },
    }),
  });
  const answers = { ...coParentOfMinnesota(), packages: { packageId: '2021' } };
  await browser.open(INVITE);
  await walkInvitedTo(browser, 'payment/review', answers);
  const { action, body } = browser.page.submission(browser.page.button('Pay now'));
  expect((await browser.send('POST', action, body.toString())).headers.get('location')).toMatch(/payment\/review$/);
  const expiry = { expires_at: '2001-01-01T00:00:00.000Z' };
  await store.db.updateTable('backend_tokens').set(expiry).where('purpose', '=', 'invite').execute();
  const page = await browser.open('/invite/payment/review');
  expect([page.path, page.text('main')]).toEqual(['/invite/request', expect.stringContaining(text)]);
  // The link of the expired token does not show that payment.
  expect((await openBrowser().open(INVITE)).path).toBe('/invite/request');
  if (state === 'none') return;
  await browser.press('Send me a new link');
  const mails = (await openBrowser().open('/demo')).texts('.mail');
  const mail = mails.find((one) => one.includes(String(answers.step1.email)) && one.includes('/app/join/invite?'));
  await browser.open(/\/app\/join(\/invite\?\S+)/.exec(mail ?? '')![1]!);
  await browser.open('/invite/credentials');
  await submitInvitedStep(browser, 'credentials', answers);
  expect((await browser.waitForRefresh()).figure('Card')).toBe('Visa ending in 1111');
});

it.each(['its own card', 'codes for the whole price'] as const)(
  'pays with %s after it joined a payment of another browser that failed',
  async (method) => {
    const keys: string[] = [];
    const { browser } = await serveSite({
      trouble: ({ parents }) => ({
        parents: {
          async pay(...call) {
            const key = call[0].headers['idempotency-key'];
            keys.push(key);
            if (keys.length === 1) return { state: 'pending' };
            // A key stays with its payment.
            if (key === keys[0]) throw new ORPCError('DECLINED', { defined: true, status: 402, data: FAILURE });
            return parents.pay(...call);
          },
          payment: () => Promise.resolve({ state: 'failed', ...FAILURE, isJoined: true }),
        },
      }),
    });
    const answers = { ...coParentOfMinnesota(), packages: { packageId: '2021' } };
    await browser.open(INVITE);
    await walkInvitedTo(browser, 'payment/review', answers);
    if (method !== 'its own card') {
      await browser.open('/invite/payment/method');
      browser.fill({ subscriptionCode: 'PREPAID-FULL' });
      await browser.press('Continue');
    }
    const earlier = browser.copy();
    earlier.jar = browser.jar;
    await earlier.open('/invite/payment/review');
    const page = await submitInvitedStep(browser, 'payment/review', answers);
    expect([page.path, page.text('.notice.warning')]).toEqual([
      '/invite/payment/review',
      expect.stringContaining('nothing was charged, so you can press “Pay now” again'),
    ]);
    // A page shown before the failure charges nothing.
    const outdated = await earlier.press('Pay now');
    expect([outdated.path, outdated.errors]).toEqual(['/invite/payment/review', [LOOK_AGAIN]]);
    await browser.reload();
    expect((await submitInvitedStep(browser, 'payment/review', answers)).path).toBe('/invite/credentials');
    expect(new Set(keys).size).toBe(2);
  },
);
