import { describe, expect, it } from 'vitest';
import type { Accident } from '~tests/fakes/braintree';
import { BUTTONS, CARDS, parentOfMinnesota } from '~tests/answers/parent-answers';
import type { PlainBrowser, Page } from '~tests/browser/plain-browser';
import { ageAttempts, expireSessions, readPayments } from '~tests/servers/store-file';
import { useBraintreeServer } from '~tests/servers/use-braintree-server';
import { submitStep, walkTo } from '~tests/walks/walk-parent';

/** Payment failures with the real server and SDK, and a scripted Braintree. */
const SALE = /\/transactions$/;
const LOOK_AGAIN =
  'We could not tell what this page had shown you, so “Pay now” charged nothing. Please look everything over and press it again.';
/** The sale and its immediate lookup. */
const SALE_AND_LOOK_UP = /\/transactions(\/advanced_search_ids)?$/;
/** Braintree does not act on a request older than this (docs/decisions/0009-braintree.md). */
const PROVEN_MS = 101_000;

/** Twenty presses at once take their time on a busy machine. */
const server = useBraintreeServer({ env: { ANALYTICS_CONSENT: 'off', BACKEND_TIMEOUT_MS: '3000' } });

/** @returns a function that counts the charges, orders and receipts made since this call */
function countMade() {
  const before = { charges: server.fake.books.transactions.length, ...readPayments(server.running.dataDir) };
  return () => {
    const { orders, receipts, accounts } = readPayments(server.running.dataDir);
    return {
      charges: server.fake.books.transactions.slice(before.charges).map(({ status }) => status),
      orders: orders - before.orders,
      receipts: receipts - before.receipts,
      accounts: accounts - before.accounts,
    };
  };
}
const ONE = { charges: ['submitted_for_settlement'], orders: 1, receipts: 1, accounts: 1 };
const NONE = { charges: [], orders: 0, receipts: 0, accounts: 0 };

async function openReview(answers = parentOfMinnesota()): Promise<PlainBrowser> {
  const browser = server.openBrowser();
  await walkTo(browser, 'payment/review', answers);
  return browser;
}

/** Returns the request of Pay now, so that a test can send it several times. */
function pressOf(page: Page): [string, URL, string] {
  const { action, body } = page.submission(page.button(BUTTONS['payment/review']));
  return ['POST', action, body.toString()];
}

async function enterAnotherCard(browser: PlainBrowser): Promise<Page> {
  browser.fill({ ...parentOfMinnesota()['payment/method'], ...CARDS.approvedMastercard });
  return browser.press('Continue');
}

function expectChecking(page: Page): void {
  expect([page.path, page.heading]).toEqual(['/payment/review', 'We are checking your payment']);
  expect(page.text('main')).toContain('You will not be charged twice.');
}

describe('repeated presses of Pay now', () => {
  it('charge once for twenty identical concurrent posts, and all redirect to the credentials', async () => {
    const browser = await openReview();
    const made = countMade();
    const press = pressOf(browser.page);
    const answers = await Promise.all(Array.from({ length: 20 }, () => browser.send(...press)));
    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.get('location')}`))).toEqual(
      new Set(['303 /app/join/credentials']),
    );
    expect(made()).toEqual(ONE);
  });

  it('charge once for two tabs with two cards', async () => {
    const browser = await openReview();
    const made = countMade();
    const other = server.openBrowser();
    other.jar = browser.jar;
    server.fake.set({ accident: 'held', path: SALE });
    const first = browser.send(...pressOf(browser.page));
    await expect.poll(server.fake.countHeld).toBe(1);
    // While the first tab waits for its response, the other tab can still change the card.
    await other.open('/payment/method');
    await enterAnotherCard(other);
    const second = other.send(...pressOf(other.page));
    server.fake.set();
    server.fake.release();
    expect([(await first).status, (await first).headers.get('location')]).toEqual([303, '/app/join/credentials']);
    // If the first post has rotated the session id by then, the second one is too late. The browser has the new id.
    expect((await second).status).toBe(303);
    expect((await second).headers.get('location')).toMatch(/^\/app\/join\/(credentials|signed-up)$/);
    expect((await other.open('/signed-up')).path).toBe('/credentials');
    expect(made()).toEqual(ONE);
  });

  it('keep the charge and the paid package if a tab selects another one meanwhile', async () => {
    const browser = await openReview();
    const made = countMade();
    const other = server.openBrowser();
    other.jar = browser.jar;
    server.fake.set({ accident: 'held', path: SALE });
    const first = browser.send(...pressOf(browser.page));
    await expect.poll(server.fake.countHeld).toBe(1);
    await other.open('/step3');
    other.fill({ packageId: '2031' });
    await other.press('Continue');
    // The first attempt is abandoned; another method is selected by now.
    expect((await first).headers.get('location')).toBe('/app/join/payment/review');
    server.fake.set();
    server.fake.release();
    expect((await browser.open('/payment/review')).path).toBe('/credentials');
    expect(made()).toEqual(ONE);
    const { id } = server.fake.books.transactions.at(-1)!;
    const events = server.running
      .log()
      .flatMap(({ analytics }) => (analytics ? [analytics as Record<string, string>] : []));
    expect(events.filter((event) => event.id?.endsWith(id))).toMatchObject([
      { name: 'subscription created', packageId: '2021' },
    ]);
    await submitStep(browser, 'credentials', parentOfMinnesota());
    const receipt = await browser.waitForRefresh();
    expect(receipt.heading).toBe('Account activated!');
    expect(receipt.text('main')).toContain('Plus');
  });

  it('lead to the credentials after the payment, like a reload and Back', async () => {
    const browser = await openReview();
    const made = countMade();
    const press = pressOf(browser.page);
    expect((await browser.press('Pay now')).path).toBe('/credentials');
    expect((await browser.reload()).path).toBe('/credentials');
    expect((await browser.open('/payment/review')).path).toBe('/credentials');
    expect((await browser.send(...press)).headers.get('location')).toBe('/app/join/credentials');
    expect(made()).toEqual(ONE);
  });
});

describe('a refused payment', () => {
  async function expectAnotherCardPays(browser: PlainBrowser, exception: string): Promise<void> {
    const made = countMade();
    const page = await browser.press('Pay now');
    expect([page.path, page.errors]).toEqual(['/payment/method', [exception]]);
    expect(page.values).toMatchObject({ cardHolderName: "Ann O'Neil", cardNumber: '', cardCvv: '' });
    expect(made()).toMatchObject({ orders: 0, receipts: 0, accounts: 0 });
    server.fake.set();
    await enterAnotherCard(browser);
    expect((await browser.press('Pay now')).path).toBe('/credentials');
    const after = made();
    expect([after.charges.at(-1), after.orders, after.receipts]).toEqual(['submitted_for_settlement', 1, 1]);
    expect(after.charges.filter((status) => /^(authorized|sub)/.test(status))).toHaveLength(1);
  }

  it.each([
    ['2000', 'Payment method declined'],
    ['2001', 'Payment method declined'],
    ['2004', 'Invalid expiration date'],
    ['2005', 'Invalid card number'],
    ['2099', 'Your bank did not confirm the payment'],
  ])('is paid with another card after the processor’s decline %s', async (decline, exception) => {
    const browser = await openReview();
    server.fake.set({ decline });
    await expectAnotherCardPays(browser, exception);
  });

  it('is paid with another card after the gateway’s rejection for fraud', async () => {
    const browser = await openReview();
    server.fake.set({ rejection: 'fraud' });
    await expectAnotherCardPays(browser, 'Payment method declined');
  });

  it.each(['spendNonces', 'forgetNonces'] as const)(
    'is paid with another card if the nonce was used or has expired: %s',
    async (change) => {
      const browser = await openReview();
      server.fake.books[change]();
      await expectAnotherCardPays(browser, 'Payment method declined');
    },
  );

  it('is paid with another card if another request uses the nonce', async () => {
    const browser = await openReview();
    server.fake.set({ invalid: ['93109'] });
    await expectAnotherCardPays(browser, 'Payment method declined');
  });
});

describe('a payment with an unknown outcome', () => {
  it.each<Accident>([
    'silent-after',
    'reset-in-answer',
    'trickle',
    'html',
    'malformed-json',
    'malformed-gzip',
    'malformed-xml',
    'cut-short',
    'empty',
    'server-error',
    'unavailable',
  ])('is found with one charge after %s if the provider took the money', async (accident) => {
    const browser = await openReview();
    const made = countMade();
    server.fake.set({ accident, path: SALE_AND_LOOK_UP });
    expectChecking(await browser.press('Pay now'));
    expect(browser.page.headers.get('refresh')).toBe('5; url=/app/join/payment/review');
    expectChecking(await browser.open('/payment/method'));
    server.fake.set();
    expect((await browser.waitForRefresh()).path).toBe('/credentials');
    expect(made()).toEqual(ONE);
  });

  it.each<Accident>(['silent-before', 'reset-before', 'unauthorised'])(
    'charges nothing after %s if the provider took no money, and another card pays once that is certain',
    async (accident) => {
      const browser = await openReview();
      const made = countMade();
      server.fake.set({ accident, path: SALE });
      expectChecking(await browser.press('Pay now'));
      server.fake.set();
      expectChecking(await browser.waitForRefresh());
      ageAttempts(server.running.dataDir, PROVEN_MS);
      const page = await browser.waitForRefresh();
      expect([page.path, page.errors]).toEqual(['/payment/method', ['Unexpected error']]);
      expect(made()).toEqual(NONE);
      await enterAnotherCard(browser);
      expect((await browser.press('Pay now')).path).toBe('/credentials');
      expect(made()).toEqual(ONE);
    },
  );

  it('is refunded if taken after it was closed, and the page shows that instead of "nothing was charged"', async () => {
    const browser = await openReview();
    const made = countMade();
    server.fake.set({ accident: 'held-before', path: SALE });
    expectChecking(await browser.press('Pay now'));
    ageAttempts(server.running.dataDir, PROVEN_MS);
    const page = await browser.waitForRefresh();
    expect([page.path, page.errors]).toEqual(['/payment/method', ['Unexpected error']]);
    expect(page.text('main')).toContain('Nothing was charged');
    expect(made()).toEqual(NONE);

    // The gateway charges it late, and the request to void it fails.
    server.fake.set({ accident: 'reset-before', path: /\/void$/ });
    server.fake.release();
    await expect.poll(async () => (await browser.reload()).errors).toEqual(['Your payment will be given back']);
    expect(browser.page.text('main')).not.toContain('Nothing was charged');
    expect(made().charges).toEqual(['authorized']);
    await enterAnotherCard(browser);
    server.fake.set();
    expect((await browser.press('Pay now')).path).toBe('/credentials');
    // The recovery voids the first charge later.
    expect(made()).toMatchObject({ orders: 1, receipts: 1, charges: [expect.anything(), 'submitted_for_settlement'] });
  });

  it('is shown as refunded if taken after it was closed and released at once', async () => {
    const browser = await openReview();
    const made = countMade();
    server.fake.set({ accident: 'held-before', path: SALE });
    expectChecking(await browser.press('Pay now'));
    ageAttempts(server.running.dataDir, PROVEN_MS);
    expect((await browser.waitForRefresh()).errors).toEqual(['Unexpected error']);
    server.fake.set();
    server.fake.release();
    await expect.poll(async () => (await browser.reload()).errors).toEqual(['Your payment was given back']);
    expect(browser.page.text('main')).toContain('The money goes back to what you paid with');
    expect(made()).toEqual({ ...NONE, charges: ['voided'] });
  });

  it('stays unknown while the provider does not respond to look-ups', async () => {
    const browser = await openReview();
    const made = countMade();
    server.fake.set({ accident: 'server-error' });
    expectChecking(await browser.press('Pay now'));
    ageAttempts(server.running.dataDir, PROVEN_MS);
    expectChecking(await browser.waitForRefresh());
    server.fake.set();
    // The recovery may be looking up the payment at this moment, so the page may refresh again.
    await expect.poll(async () => (await browser.waitForRefresh()).path).toBe('/credentials');
    expect(made()).toEqual(ONE);
  });

  it('does not affect the visitor if only the settlement is unknown', async () => {
    const browser = await openReview();
    const made = countMade();
    server.fake.set({ accident: 'reset-in-answer', path: /submit_for_settlement$/ });
    expect((await browser.press('Pay now')).path).toBe('/credentials');
    expect(made()).toEqual(ONE);
  });
});

describe('a tampered or late form', () => {
  /** The third part contains the payment's figures. The first is a MAC of the other two. */
  const withTotal = (total: number, sealed: string) => {
    const [mac, digests, payment] = sealed.split('.');
    const [key, , ...rest] = JSON.parse(Buffer.from(payment!, 'base64url').toString()) as unknown[];
    return [mac, digests, Buffer.from(JSON.stringify([key, total, ...rest])).toString('base64url')].join('.');
  };
  it('charges nothing for a sealed review with a made-up total, and shows the review again', async () => {
    const browser = await openReview();
    const made = countMade();
    const page = await browser.post('/payment/review', {
      reviewed: withTotal(1, String(browser.page.values.reviewed)),
    });
    expect([page.status, page.path, page.figure('Total')]).toEqual([422, '/payment/review', '$179.55']);
    expect(page.errors).toEqual([LOOK_AGAIN]);
    expect(made()).toEqual(NONE);
    expect((await browser.press('Pay now')).path).toBe('/credentials');
    expect(made()).toEqual(ONE);
  });

  it('keeps the chosen package for an unavailable one', async () => {
    const browser = await openReview();
    const made = countMade();
    expect((await browser.post('/step3', { packageId: '2061' })).status).toBe(422);
    await browser.open('/payment/review');
    expect(browser.page.figure('Total')).toBe('$179.55');
    await browser.press('Pay now');
    expect(made()).toEqual(ONE);
    expect(server.fake.books.transactions.at(-1)).toMatchObject({ amount: '179.55', currency: 'USD' });
  });

  it('sends nothing to the provider for a card that is posted after the session expired', async () => {
    const browser = server.openBrowser();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'payment/method', answers);
    const made = countMade();
    const asked = server.fake.requests.length;
    expireSessions(server.running.dataDir);
    const page = await submitStep(browser, 'payment/method', answers);
    expect([page.path, page.text('.notice')]).toEqual(['/step1', expect.stringContaining('that time is over')]);
    expect(made()).toEqual(NONE);
    expect(server.fake.requests).toHaveLength(asked);
  });
});

describe('a failure before any charge', () => {
  it.each<[Accident, RegExp]>([
    ['server-error', /client_token$/],
    ['malformed-json', /client_token$/],
    ['server-error', /graphql$/],
    ['malformed-json', /graphql$/],
    ['reset-before', /graphql$/],
  ])('is shown for %s at %s, and keeps the typed values', async (accident, path) => {
    const answers = parentOfMinnesota();
    const browser = server.openBrowser();
    await walkTo(browser, 'payment/method', answers);
    const made = countMade();
    server.fake.set({ accident, path });
    const page = await submitStep(browser, 'payment/method', answers);
    expect([page.status, page.path]).toEqual([502, '/payment/method']);
    expect(page.errors).not.toEqual([]);
    expect(page.values).toMatchObject({ cardHolderName: "Ann O'Neil", cardNumber: '', cardCvv: '' });
    server.fake.set();
    await submitStep(browser, 'payment/method', answers);
    await browser.press('Pay now');
    expect(made()).toEqual(ONE);
  });
});
