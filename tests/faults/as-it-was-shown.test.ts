import { ORPCError } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { PlainBrowser } from '~tests/browser/plain-browser';
import type { Typed } from '~tests/browser/plain-page';
import type { Fault, Operation } from '~tests/fakes/troubled-backend';
import { latch } from '~tests/latch';
import { serveSiteAfter, type SiteSettings } from '~tests/servers/site';
import { serveTroubled, type TroubledSite } from '~tests/fakes/troubled-backend';
import { walkInvitedTo } from '~tests/walks/walk-invited';
import { walkTo } from '~tests/walks/walk-parent';

/** Presses Pay now on an outdated page while the backend fails, and checks the backend calls of a press. */

const CHECKING = 'We are checking your payment';

async function openReview(browser: PlainBrowser, code?: string) {
  const answers = { ...parentOfMinnesota(), step3: { packageId: '2012' } };
  await walkTo(browser, 'payment/method', answers);
  await payByCard(browser, answers['payment/method'], code);
}

async function openInvitedReview(browser: PlainBrowser, code?: string) {
  const answers = { ...coParentOfMinnesota(), packages: { packageId: '2012' } };
  await browser.open('/invite?token=demo-invite-by-parent&userId=9001');
  await walkInvitedTo(browser, 'payment/method', answers);
  await payByCard(browser, answers['payment/method'], code);
}

async function payByCard(browser: PlainBrowser, card: Record<string, string | string[] | boolean>, code?: string) {
  if (code !== undefined) {
    browser.fill({ subscriptionCode: code });
    await browser.press('Apply');
  }
  browser.fill(card);
  await browser.press('Continue');
  expect(browser.page.path).toMatch(/payment\/review$/);
}

const CODE = 'PREPAID-40';
/** Serve a site with a browser on Review. The settings apply from there on. */
const serveReview = serveSiteAfter((browser) => openReview(browser));
const serveReviewWithCode = serveSiteAfter((browser) => openReview(browser, CODE));
const serveInvitedReview = serveSiteAfter((browser) => openInvitedReview(browser));
const serveInvitedReviewWithCode = serveSiteAfter((browser) => openInvitedReview(browser, CODE));

const JOURNEYS = [
  ['parent A', 'registrations', '', serveReview, serveReviewWithCode, '/step3'],
  ['parent B', 'parents', '/invite', serveInvitedReview, serveInvitedReviewWithCode, '/invite/packages'],
] as const;

/** Removes the renewal from the receipts of payments that are looked up. */
function omitRenewal(calls: object, group: string) {
  const { payment } = calls as { payment(input: unknown): Promise<{ receipt?: object }> };
  return {
    [group]: {
      async payment(input: unknown) {
        const answer = await payment(input);
        return answer.receipt ? { ...answer, receipt: { ...answer.receipt, renewal: undefined } } : answer;
      },
    },
  } as never;
}

/** Gives each computed price another tax id. */
function renumberTax(calls: object, group: string) {
  let computations = 0;
  const { price } = calls as { price(input: unknown): Promise<object> };
  const renumbered = async (input: unknown) => ({ ...(await price(input)), taxId: `tax-${(computations += 1)}` });
  return { [group]: { price: renumbered } } as never;
}

/** Chooses a package of the same price in another tab. */
async function choosePremium({ origin, browser }: Pick<TroubledSite, 'origin' | 'browser'>, path: string) {
  const tab = new PlainBrowser(origin);
  tab.jar = browser.jar;
  await tab.open(path);
  tab.fill({ packageId: '2031' });
  await tab.press('Continue');
}

describe.each(JOURNEYS)('%s', (_who, group, prefix, serve, serveWithCode, packages) => {
  const lookUp: Operation = `${group}.payment`;
  const price: Operation = `${group}.price`;
  const pay: Operation = `${group}.pay`;

  it('does not claim that nothing was charged while the outcome is unknown, and continues once it is known', async () => {
    const served = await serveTroubled(serve);
    const { browser, troubled } = served;
    await choosePremium(served, packages);
    troubled.trouble([lookUp], 'status 500');
    expect((await browser.press('Pay now')).heading).toBe(CHECKING);
    expect((await browser.waitForRefresh()).heading).toBe(CHECKING);
    troubled.recover();
    await browser.waitForRefresh();
    expect([browser.page.path, browser.page.heading]).toEqual([`${prefix}/payment/review`, 'Review and pay']);
    expect(browser.page.text('.notice')).toContain('nothing was charged');
    expect([served.charges(), await served.orders()]).toEqual([[], 0]);
    expect((await browser.press('Pay now')).path).toBe(`${prefix}/credentials`);
    expect(served.charges()).toHaveLength(1);
  });

  it('buys an order with a code from a backend whose tax id changes with each computation', async () => {
    const trouble = (backend: Parameters<NonNullable<SiteSettings['connect']>>[0]) =>
      renumberTax(backend[group], group);
    const { site, browser } = await serveWithCode({ trouble });
    await browser.reload();
    expect((await browser.press('Pay now')).path).toBe(`${prefix}/credentials`);
    expect(await site.payments()).toEqual(['settled']);
  });

  it('joins an earlier press of the page if the answers cannot be saved', async () => {
    const [taken, hold] = [latch(), latch()];
    const served = await serveTroubled((settings) =>
      serve({
        ...settings,
        trouble(backend) {
          const calls = backend[group] as unknown as { pay(input: unknown): Promise<unknown> };
          const pay = async (input: unknown) => {
            const answer = await calls.pay(input);
            taken.open();
            await hold.opened;
            return answer;
          };
          return { [group]: { pay } } as never;
        },
      }),
    );
    const { browser, troubled } = served;
    const { action, body } = browser.page.submission(browser.page.defaultButton());
    const pressed = browser.send('POST', action, body.toString());
    await taken.opened;
    troubled.trouble([saved[0]!], 'status 500');
    const tab = new PlainBrowser(served.origin);
    tab.jar = browser.jar;
    expect((await tab.post(action.pathname, body.toString())).path).toBe(`${prefix}/credentials`);
    hold.open();
    await pressed;
    expect(served.charges()).toHaveLength(1);
  });

  it('continues with the existing payment after a repeated press, a lost response and a package change', async () => {
    const served = await serveTroubled(serve);
    const { browser, troubled, store } = served;
    const { action, body } = browser.page.submission(browser.page.defaultButton());
    await choosePremium(served, packages);
    const after = await store.db.selectFrom('sessions').selectAll().execute();
    // The earlier press, whose response and session were lost.
    const tab = new PlainBrowser(served.origin);
    tab.jar = browser.jar;
    await tab.open(packages);
    tab.fill({ packageId: '2012' });
    await tab.press('Continue');
    expect((await tab.post(action.pathname, body.toString())).path).toBe(`${prefix}/credentials`);
    for (const { id, ...row } of after) await store.db.updateTable('sessions').set(row).where('id', '=', id).execute();

    troubled.takeAsked();
    expect((await browser.post(action.pathname, body.toString())).path).toBe(`${prefix}/credentials`);
    expect(troubled.takeAsked()).not.toContain(pay);
    expect(served.charges()).toHaveLength(1);
    const order = await store.db.selectFrom('backend_orders').selectAll().executeTakeFirstOrThrow();
    expect(order.package_id).toBe('2012');
  });

  // The backend may have stored other answers than Review shows. Parent B agrees to the terms by paying.
  const saved: Operation[] =
    pay === 'parents.pay'
      ? ['parents.update', 'parents.agreeToTerms']
      : ['registrations.update', 'registrations.update'];

  it('saves the displayed answers before the payment, and fetches no price for an undiscounted order', async () => {
    const { browser, troubled } = await serveTroubled(serve);
    troubled.takeAsked();
    const { action, body } = browser.page.submission(browser.page.defaultButton());
    await browser.send('POST', action, body.toString());
    expect(troubled.takeAsked()).toEqual([...saved, pay]);
  });

  it('fetches price and renewal only before the payment if a code pays', async () => {
    const { browser, troubled } = await serveTroubled(serveWithCode);
    troubled.takeAsked();
    const { action, body } = browser.page.submission(browser.page.defaultButton());
    await browser.send('POST', action, body.toString());
    expect(troubled.takeAsked()).toEqual([price, price, ...saved, pay]);
  });

  it('keeps the displayed renewal while the outcome of a payment is unknown', async () => {
    // Only the session has the renewal.
    const { browser, troubled } = await serveTroubled((settings) =>
      serveWithCode({ ...settings, trouble: (backend) => omitRenewal(backend[group], group) }),
    );
    expect(browser.page.text('.renewal')).toContain('billed $230.85');
    troubled.trouble([pay, lookUp], 'cut off');
    expect((await browser.press('Pay now')).heading).toBe(CHECKING);
    troubled.recover();
    troubled.takeAsked();
    expect((await browser.waitForRefresh()).path).toBe(`${prefix}/credentials`);
    browser.fill((prefix === '' ? parentOfMinnesota() : coParentOfMinnesota()).credentials);
    await browser.press('Complete Signup');
    expect((await browser.waitForRefresh()).path).toBe(`${prefix}/receipt`);
    expect(browser.page.text('main')).toContain('billed $230.85');
    expect(troubled.takeAsked()).not.toContain(price);
  });

  it('charges nothing if the price is unavailable for the comparison', async () => {
    const served = await serveTroubled(serveWithCode);
    const { browser, troubled } = served;
    troubled.trouble([price], 'status 500');
    expect((await browser.press('Pay now')).path).toBe(packages);
    expect(browser.page.text('.notice')).toContain('We could not work out the price just now.');
    expect([served.charges(), await served.orders()]).toEqual([[], 0]);
    troubled.recover();
    await browser.open(`${prefix}/payment/review`);
    expect((await browser.press('Pay now')).path).toBe(`${prefix}/credentials`);
    expect(served.charges()).toHaveLength(1);
  });
});

const ordinary = parentOfMinnesota();
const serveOrdinaryReview = serveSiteAfter((browser) => walkTo(browser, 'payment/review', ordinary));

describe.each([
  ['uses', (payer: unknown) => payer],
  ['ignores', () => undefined],
] as const)(
  'a backend that %s the payer of a payment and has stored another answer than Review shows',
  (_which, readPayer) => {
    type Call = (input: unknown) => Promise<unknown>;

    /** @param settings.find replaces the look-up of the packages */
    async function serveStored(find?: (call: Call) => Call) {
      const served = await serveTroubled((settings) =>
        serveOrdinaryReview({
          ...settings,
          trouble({ registrations, pricingGroups }) {
            const calls = registrations as unknown as { pay: Call };
            const pay = (input: { body: { payer?: unknown } }) =>
              calls.pay({ ...input, body: { ...input.body, payer: readPayer(input.body.payer) } });
            return {
              registrations: { pay } as never,
              ...(find && { pricingGroups: { find: find(pricingGroups.find as never) } as never }),
            };
          },
        }),
      );
      return { ...served, answers: ordinary };
    }
    type Served = Awaited<ReturnType<typeof serveStored>>;

    /** Pays, and expects the answers that Review shows in the mails, the account and the invitation. */
    async function expectShown({
      browser,
      answers,
      charges,
      store,
      db = store.db,
    }: Served & { db?: Served['store']['db'] }) {
      const { email } = answers.step1;
      await browser.open('/payment/review');
      for (const text of [email, '12 Elm Street', 'Saint Paul', 'Ben Lee', answers.step2.email])
        expect(browser.page.text('main')).toContain(text);
      expect((await browser.press('Pay now')).path).toBe('/credentials');
      expect(charges()).toEqual(['settling']);
      const mails = await db.selectFrom('backend_mails').select(['kind', 'recipient']).execute();
      expect(mails.toSorted((one, other) => one.kind.localeCompare(other.kind))).toEqual([
        { kind: 'credentials', recipient: email },
        { kind: 'invite', recipient: answers.step2.email },
        { kind: 'receipt', recipient: email },
      ]);
      const account = await db
        .selectFrom('backend_accounts')
        .select('answers')
        .where('email', '=', String(email))
        .executeTakeFirstOrThrow();
      expect(JSON.parse(account.answers)).toMatchObject({
        PARENT: { parent: { firstName: 'Ann', email } },
        ADDRESS: { address: { line1: '12 Elm Street', region: 'MN' } },
      });
      const { co_parent } = await db
        .selectFrom('backend_invitations')
        .select('co_parent')
        .where('email', '=', String(answers.step2.email))
        .executeTakeFirstOrThrow();
      expect(JSON.parse(co_parent)).toMatchObject({ firstName: 'Ben', email: answers.step2.email });
    }

    it.each<[string, Operation, Fault, string, Typed]>([
      ['an e-mail', 'pricingGroups.find', 'status 500', '/step1', { email: 'stranger@example.com' }],
      ['a co-parent', 'registrations.update', 'cut off', '/step2', { firstName: 'Eve', email: 'eve@example.com' }],
      ['a street', 'registrations.update', 'cut off', '/payment/billing', { billingAddress: '99 Other Street' }],
      [
        'a state',
        'registrations.update',
        'cut off',
        '/payment/billing',
        { region: 'TX', city: 'Dallas', postalCode: '75001' },
      ],
    ])('pays as displayed after a failed change of %s', async (_what, operation, fault, path, changes) => {
      const served = await serveStored();
      const { browser, troubled } = served;
      await browser.open(path);
      browser.fill(changes);
      troubled.trouble([operation], fault);
      expect((await browser.press('Continue')).status).toBeGreaterThanOrEqual(400);
      troubled.recover();
      await expectShown(served);
    });

    it('pays with the displayed e-mail while another tab changes it', async () => {
      const [reached, hold] = [latch(), latch()];
      let isHeld = false;
      const served = await serveStored((find) => async (input) => {
        if (isHeld) {
          reached.open();
          await hold.opened;
        }
        return find(input);
      });
      const tab = served.browser.copy();
      await tab.open('/step1');
      tab.fill({ email: 'stranger@example.com' });
      isHeld = true;
      const { action, body } = tab.page.submission(tab.page.defaultButton());
      const posting = tab.send('POST', action, body.toString());
      await reached.opened;
      await expectShown(served);
      hold.open();
      await posting;
    });
  },
);

describe('a subscription that the backend reports as current just before the payment', () => {
  const CURRENT = { status: 200, body: { subscriptionStatus: 'current' }, takesEffect: true };

  it('leads to the first step with the note that nothing was charged', async () => {
    const { browser, troubled, charges } = await serveTroubled(serveReview);
    troubled.reply(['registrations.update'], CURRENT);
    troubled.takeAsked();
    const page = await browser.press('Pay now');
    expect([page.path, page.text('.notice')]).toEqual(['/step1', expect.stringContaining('nothing was charged')]);
    expect(troubled.takeAsked()).toEqual(['registrations.update', 'registrations.payment']);
    expect(charges()).toEqual([]);
  });

  it('leads to the credentials if an earlier press paid for it', async () => {
    const { browser, troubled, store, charges } = await serveTroubled(serveReview);
    const before = await store.db.selectFrom('sessions').selectAll().execute();
    const { action, body } = browser.page.submission(browser.page.defaultButton());
    await browser.copy().send('POST', action, body.toString());
    // The response and the session were lost.
    for (const { id, ...row } of before) await store.db.updateTable('sessions').set(row).where('id', '=', id).execute();
    troubled.reply(['registrations.update'], CURRENT);
    const { headers } = await browser.send('POST', action, body.toString());
    expect([headers.get('location'), charges()]).toEqual(['/app/join/credentials', ['settling']]);
  });
});

it('shows the review again for a backend without payment look-ups, if the session has no payment', async () => {
  const { site, browser } = await serveReview({
    trouble: () => ({
      registrations: {
        payment: () => Promise.reject(new ORPCError('NOT_FOUND', { status: 404, defined: true })),
      } as never,
    }),
  });
  await choosePremium({ origin: site.origin, browser }, '/step3');
  const page = await browser.press('Pay now');
  expect([page.status, page.errors]).toEqual([422, expect.arrayContaining(['Your package is now: Premium, 1 year.'])]);
  expect((await browser.press('Pay now')).path).toBe('/credentials');
});

const REFUSALS = [
  ['faults', 'INVALID', { validationErrors: [{ field: 'address.postalCode', text: 'Unknown postal code' }] }],
  ['a price of which only the tax changed', 'PRICE_CHANGED', undefined],
] as const;

describe.each(JOURNEYS)('%s, whose backend stores responses by key', (_who, group, prefix, serve) => {
  it.each(REFUSALS)('pays under another key after %s', async (_what, code, data) => {
    const keys: string[] = [];
    const { browser } = await serve({
      trouble: (backend) => ({
        [group]: {
          pay(input: { headers: { 'idempotency-key': string } }) {
            keys.push(input.headers['idempotency-key']);
            if (keys.at(-1) === keys[0]) return Promise.reject(new ORPCError(code, { defined: true, data }));
            return (backend[group].pay as (input: unknown) => Promise<unknown>)(input);
          },
        } as never,
      }),
    });
    const { action, body } = browser.page.submission(browser.page.defaultButton());
    const refused = await browser.press('Pay now');
    expect(refused.status).toBe(422);
    // A second press of the refused page repeats its payment, and so its errors.
    expect((await browser.post(action.pathname, body.toString())).errors).toEqual(refused.errors);
    expect(keys[1]).toBe(keys[0]);
    expect((await browser.press('Pay now')).path).toBe(`${prefix}/credentials`);
  });
});

describe('a backend refusal', () => {
  type Price = (input: { body: { paymentCodes: string[] } }) => Promise<{ totals: object }>;

  /** Raises the price of the order, or only of the renewal, after the review was shown. */
  async function serveRaised(raises: 'order' | 'renewal' | 'no renewal') {
    const serve = raises === 'order' ? serveReview : serveReviewWithCode;
    let isRaised = false;
    const total = { total: 30_000, totalFormatted: '$300.00' };
    const { site, browser } = await serve({
      trouble(backend) {
        const price = backend.registrations.price as unknown as Price;
        return {
          registrations: {
            price: async (input: Parameters<Price>[0]) => {
              const isRenewal = input.body.paymentCodes.length === 0;
              const answer = await price(input);
              if (!isRaised || (raises !== 'order' && !isRenewal)) return answer;
              if (raises === 'no renewal') throw new Error('no price');
              return { ...answer, totals: { ...answer.totals, ...total } };
            },
            ...(raises === 'order' && {
              pay: () => Promise.reject(new ORPCError('PRICE_CHANGED', { status: 409, defined: true })),
            }),
          } as never,
        };
      },
    });
    return { ...site, browser, raise: () => (isRaised = true) };
  }

  it('shows the new price if it changed', async () => {
    const { browser, raise } = await serveRaised('order');
    raise();
    const page = await browser.press('Pay now');
    expect([page.status, page.errors]).toEqual([
      422,
      [
        'The price has changed since this page was shown. Nothing was charged. Please look at the new price before you pay.',
        'The total is now $300.00.',
        'The renewal is now $300.00 every two years.',
      ],
    ]);
  });

  it('prevents any charge if the renewal changed', async () => {
    const { browser, raise, store } = await serveRaised('renewal');
    raise();
    const page = await browser.press('Pay now');
    expect([page.status, page.errors.slice(1)]).toEqual([422, ['The renewal is now $300.00 every two years.']]);
    expect(await store.db.selectFrom('backend_orders').selectAll().execute()).toEqual([]);
    expect((await browser.press('Pay now')).path).toBe('/credentials');
  });

  it('is shown once if the renewal price is unavailable', async () => {
    const { browser, raise } = await serveRaised('no renewal');
    raise();
    expect((await browser.press('Pay now')).errors.slice(1)).toEqual(['The renewal is now at the full price.']);
    expect((await browser.press('Pay now')).path).toBe('/credentials');
  });
});
