import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createBraintreeCharging } from '~/payments/braintree/charging.server';
import { createBraintreeTokenising } from '~/payments/braintree/tokenising.server';
import type { AuthoriseRequest, CardDetails } from '~/payments/port';
import { providerCheck } from '~/server/services/dependencies.server';
import {
  FAKE_ACCOUNTS,
  FAKE_KEYS,
  startFakeBraintree,
  type Accident,
  type FakeBraintree,
} from '~tests/fakes/braintree';

const SALE = /\/transactions$/;
const card: CardDetails = {
  cardHolderName: 'Ann Lee',
  cardNumber: '4111111111111111',
  cardExpiration: '12/30',
  cardCvv: '739',
};

let fake: FakeBraintree;
beforeEach(async () => void (fake = await startFakeBraintree()));
afterEach(() => fake.close());

const open = (
  changes: {
    callDeadline?: number;
    idle?: number;
    keys?: typeof FAKE_KEYS;
    merchantAccounts?: typeof FAKE_ACCOUNTS;
  } = {},
) =>
  createBraintreeCharging({
    environment: fake.environment,
    keys: FAKE_KEYS,
    merchantAccounts: FAKE_ACCOUNTS,
    ...changes,
  });

const saleOf = (changes: Partial<AuthoriseRequest> = {}): AuthoriseRequest => ({
  orderId: 'order-1',
  amount: 17_955,
  currency: 'USD',
  merchantAccount: FAKE_ACCOUNTS.USD,
  nonce: fake.books.addNonce('1111'),
  paymentType: 'creditCard',
  storeInVault: true,
  ...changes,
});

describe('a sale', () => {
  it('is authorised without settlement, is vaulted if it succeeds, and contains any device data', async () => {
    const charging = open();
    await charging.authorise(saleOf({ deviceData: 'device' }));
    await charging.authorise(saleOf({ amount: 200_000 }));
    const [first, second] = fake.books.transactions;
    expect(first).toMatchObject({ amount: '179.55', deviceData: 'device', status: 'authorized' });
    expect(first!.vaultedCustomer).not.toBeNull();
    expect(second).toMatchObject({ amount: '2000.00', deviceData: null, vaultedCustomer: null });
    expect(fake.requests[0]!.body).toContain('"submit_for_settlement":false');
  });

  it.each(['2001', '2004', '2099', '3000'])('is declined if the processor returns %s', async (decline) => {
    fake.set({ decline });
    expect(await open().authorise(saleOf())).toEqual({ outcome: 'declined', reason: decline });
  });

  it.each(['91564', '93107', '91565', '93108', '93109', '81715'])(
    'is declined for the invalid data %s',
    async (code) => {
      fake.set({ invalid: [code] });
      expect(await open().authorise(saleOf())).toEqual({ outcome: 'declined', reason: code });
    },
  );

  it('reports the nonce’s problem first among several reasons', async () => {
    fake.set({ invalid: ['81501', '93109'] });
    expect(await open().authorise(saleOf())).toEqual({ outcome: 'declined', reason: '93109' });
  });

  it.each(['fraud', 'cvv', 'avs', 'risk_threshold', 'three_d_secure'])(
    'is declined and recorded if rejected for %s',
    async (rejection) => {
      fake.set({ rejection });
      expect(await open().authorise(saleOf())).toEqual({ outcome: 'declined', reason: rejection });
      expect(await open().findByOrderId('order-1')).toMatchObject([{ status: 'gatewayRejected', reason: rejection }]);
    },
  );

  it('is unknown if rejected as a duplicate, because the original may have succeeded', async () => {
    fake.set({ rejection: 'duplicate' });
    expect(await open().authorise(saleOf())).toMatchObject({ outcome: 'unknown' });
  });

  it('is unknown while the gateway processes it, and its look-up fails', async () => {
    const charging = open();
    await charging.authorise(saleOf());
    fake.books.transactions[0]!.status = 'authorizing';
    await expect(charging.findByOrderId('order-1')).rejects.toThrow('authorizing');
  });
});

describe('a client token', () => {
  const accountOf = async (...given: Parameters<ReturnType<typeof open>['clientToken']>) => {
    const { clientToken } = await open().clientToken(...given);
    const token: unknown = JSON.parse(Buffer.from(clientToken, 'base64').toString());
    return fake.accountOf((token as { authorizationFingerprint: string }).authorizationFingerprint);
  };

  it('is made for the merchant account of the order’s currency, or else of the country', async () => {
    const accounts = [
      await accountOf('GB'),
      await accountOf('GB', 'USD'),
      await accountOf('GB', 'GBP'),
      await accountOf('US'),
    ];
    const { USD, GBP } = FAKE_ACCOUNTS;
    expect(accounts).toEqual([GBP, USD, GBP, USD]);
  });
});

describe('a check of the merchant accounts', () => {
  const log = { warn: vi.fn<(message: string) => void>() };
  const checkOf = (accounts = FAKE_ACCOUNTS) => providerCheck(open({ merchantAccounts: accounts }), log);
  const countCalls = () => fake.requests.filter(({ path }) => path.includes('/merchant_accounts/')).length;

  it('succeeds once', async () => {
    const check = checkOf();
    await check();
    await check();
    expect(countCalls()).toBe(2);
  });

  it.each([
    [
      'swapped',
      { USD: FAKE_ACCOUNTS.GBP, GBP: FAKE_ACCOUNTS.USD },
      'BRAINTREE_MERCHANT_ACCOUNT_USD is an account for GBP, BRAINTREE_MERCHANT_ACCOUNT_GBP is an account for USD',
    ],
    ['unknown', { ...FAKE_ACCOUNTS, GBP: 'account-gpb' }, 'BRAINTREE_MERCHANT_ACCOUNT_GBP is unknown to Braintree'], // cspell:ignore gpb
  ])('fails each time for %s accounts', async (_what, accounts, fault) => {
    const check = checkOf(accounts);
    await expect(check()).rejects.toThrow(fault);
    await expect(check()).rejects.toThrow(fault);
  });

  it('is skipped, with one log line, if the keys may not read them', async () => {
    fake.set({ accident: 'forbidden', path: /\/merchant_accounts\// });
    const check = checkOf({ USD: FAKE_ACCOUNTS.GBP, GBP: FAKE_ACCOUNTS.USD });
    await check();
    await check();
    expect(log.warn.mock.calls).toEqual([['merchant accounts not checked: the API keys may not read them']]);
  });
});

describe('a sale that needs a bank’s confirmation', () => {
  const confirmed = (liabilityShifted: boolean) =>
    fake.books.authenticate(fake.books.addNonce('1111'), liabilityShifted)!;

  it('is made after the liability shift', async () => {
    const sale = saleOf({ requiresAuthentication: true, nonce: confirmed(true).nonce });
    expect(await open().authorise(sale)).toMatchObject({ outcome: 'approved' });
  });

  it.each<[string, () => string, string]>([
    ['the bank did not shift the liability', () => confirmed(false).nonce, '2099'],
    ['there was no bank check', () => fake.books.addNonce('1111'), '2099'],
    ['the nonce is unknown', () => 'made-up', '93108'],
    ['the nonce is a path', () => '../transactions/1', '93108'],
  ])('is declined without calling the processor if %s', async (_why, nonce, reason) => {
    const outcome = await open().authorise(saleOf({ requiresAuthentication: true, nonce: nonce() }));
    expect(outcome).toEqual({ outcome: 'declined', reason });
    expect(fake.books.transactions).toEqual([]);
  });

  it('is declined if the bank confirmed it for another merchant account', async () => {
    const { nonce } = fake.books.authenticate(fake.books.addNonce('1111'), true, '179.55', FAKE_ACCOUNTS.GBP)!;
    const outcome = await open().authorise(saleOf({ requiresAuthentication: true, nonce }));
    expect(outcome).toEqual({ outcome: 'declined', reason: '91584' });
  });

  it('is unknown if Braintree does not report the liability shift', async () => {
    fake.set({ accident: 'server-error', path: /payment_method_nonces/ });
    const outcome = await open().authorise(saleOf({ requiresAuthentication: true, nonce: confirmed(true).nonce }));
    expect(outcome).toMatchObject({ outcome: 'unknown' });
    expect(fake.books.transactions).toEqual([]);
  });

  it('is not looked up if no confirmation is needed', async () => {
    await open().authorise(saleOf());
    expect(fake.requests.map(({ path }) => path)).toEqual([expect.stringMatching(SALE)]);
  });
});

describe('a call without a known outcome', () => {
  const impatient = { callDeadline: 800, idle: 300 };

  it.each<[Accident, number]>([
    ['silent-before', 0],
    ['reset-before', 0],
    ['unauthorised', 0],
    ['silent-after', 1],
    ['reset-in-answer', 1],
    ['trickle', 1],
    ['html', 1],
    ['malformed-json', 1],
    ['malformed-gzip', 1],
    ['malformed-xml', 1],
    ['cut-short', 1],
    ['empty', 1],
    ['server-error', 1],
    ['unavailable', 1],
  ])('is unknown after %s until its look-up', async (accident, booked) => {
    const charging = open(impatient);
    fake.set({ accident, path: SALE });
    expect(await charging.authorise(saleOf())).toMatchObject({ outcome: 'unknown' });
    // On a busy machine the request may arrive late, and the fault must hit it.
    await expect.poll(() => fake.requests).toHaveLength(1);
    fake.set();
    expect(await charging.findByOrderId('order-1')).toHaveLength(booked);
  });

  it.each<Accident>([
    'reset-before',
    'reset-in-answer',
    'trickle',
    'html',
    'malformed-json',
    'malformed-gzip',
    'malformed-xml',
    'cut-short',
    'empty',
    'server-error',
  ])('rejects a search after %s, but does not report settlements, voids and refunds as failed', async (accident) => {
    const charging = open(impatient);
    await charging.authorise(saleOf());
    const { id } = fake.books.transactions[0]!;
    fake.set({ accident });
    await expect(charging.findByOrderId('order-1')).rejects.toThrow();
    await expect(charging.clientToken('US')).rejects.toThrow();
    expect(await charging.submitForSettlement(id)).toMatchObject({ outcome: 'unknown' });
    expect(await charging.void(id)).toMatchObject({ outcome: 'unknown' });
    expect(await charging.refund(id, 1)).toMatchObject({ outcome: 'unknown' });
    await expect(charging.findRefunds('order-1')).rejects.toThrow();
  });

  it('ends within its deadline despite a trickling response, and disconnects', async () => {
    const charging = open({ callDeadline: 150, idle: 10_000 });
    fake.set({ accident: 'trickle' });
    const outcome = await charging.authorise(saleOf());
    expect(String((outcome as { cause: unknown }).cause)).toContain('within 150 ms');
    await expect.poll(() => fake.countConnections()).toBe(0);
  });

  it('has a deadline that covers the gateway’s processing time', () => {
    expect(open({ callDeadline: 30_000 }).deadline).toBe(90_000);
  });

  it('does not treat wrong keys as a decline', async () => {
    const charging = open({ keys: { ...FAKE_KEYS, privateKey: 'wrong' } });
    expect(await charging.authorise(saleOf())).toMatchObject({ outcome: 'unknown' });
    await expect(charging.clientToken('US')).rejects.toThrow('Authentication');
  });

  it('does not report an unknown transaction as settled or voided', async () => {
    expect(await open().submitForSettlement('nothing')).toMatchObject({ outcome: 'unknown' });
    expect(await open().void('nothing')).toMatchObject({ outcome: 'unknown' });
  });
});

describe('a look-up', () => {
  it('returns the newest first, without refunds and similar order ids', async () => {
    const charging = open();
    fake.set({ decline: '2001' });
    await charging.authorise(saleOf());
    fake.set();
    await charging.authorise(saleOf());
    await charging.authorise(saleOf({ orderId: 'ORDER-1' }));
    fake.books.transactions.push({ ...fake.books.transactions[1]!, id: 'refund', type: 'credit', status: 'settled' });
    expect((await charging.findByOrderId('order-1')).map(({ status }) => status)).toEqual(['authorised', 'declined']);
  });

  it('ignores refused refunds', async () => {
    const charging = open();
    await charging.authorise(saleOf());
    const sale = fake.books.transactions[0]!;
    sale.status = 'settled';
    await charging.refund(sale.id, 100);
    await charging.refund(sale.id, 200);
    fake.books.transactions[1]!.status = 'settlement_declined';
    expect(await charging.findRefunds('order-1')).toMatchObject([{ amount: 200, transactionId: sale.id }]);
  });

  it.each([
    ['submitted_for_settlement', 'settling'],
    ['settlement_pending', 'settling'],
    ['settled', 'settled'],
    ['authorization_expired', 'voided'],
    ['failed', 'declined'],
    ['settlement_declined', 'declined'],
  ])('maps %s to %s', async (status, ours) => {
    const charging = open();
    await charging.authorise(saleOf());
    fake.books.transactions[0]!.status = status;
    expect(await charging.findByOrderId('order-1')).toMatchObject([{ status: ours }]);
  });
});

describe('tokenising', () => {
  const tokenTo = (url: string, rest: object = {}) =>
    Buffer.from(JSON.stringify({ authorizationFingerprint: 'fp.x', graphQL: { url }, ...rest })).toString('base64');

  it.each([
    'https://evil.example/graphql',
    'https://braintree-api.com.evil.example/graphql',
    'https://evilbraintree-api.com/graphql',
    'http://payments.braintree-api.com/graphql',
    'https://payments.braintree-api.com:8443/graphql',
    'https://user:pass@payments.braintree-api.com/graphql',
    'file:///etc/passwd',
  ])('posts no card to %s', async (url) => {
    await expect(
      createBraintreeTokenising({ environment: 'sandbox' }).tokeniseCard(tokenTo(url), card),
    ).rejects.toThrow('not Braintree');
  });

  it('trusts the fake gateway only if configured', async () => {
    await expect(
      createBraintreeTokenising({ environment: 'sandbox' }).tokeniseCard(tokenTo(`${fake.origin}/graphql`), card),
    ).rejects.toThrow('not Braintree');
    expect(fake.requests).toEqual([]);
  });

  it('does not follow a redirect with a card', async () => {
    const posted: string[] = [];
    const server = createServer((request, response) => {
      posted.push(request.url ?? '');
      response.writeHead(307, { Location: `${fake.origin}/graphql` }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const ownOrigin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const tokenising = createBraintreeTokenising({ environment: 'sandbox', ownOrigin });
    await expect(tokenising.tokeniseCard(tokenTo(`${ownOrigin}/graphql`), card)).rejects.toThrow();
    expect([posted, fake.requests]).toEqual([['/graphql'], []]);
  });

  it.each<Accident>(['silent-before', 'reset-before', 'unauthorised', 'trickle', 'html', 'empty', 'server-error'])(
    'throws when Braintree is %s, without exposing the card',
    async (accident) => {
      const tokenising = createBraintreeTokenising({ environment: 'sandbox', ownOrigin: fake.origin, deadline: 150 });
      fake.set({ accident });
      const error = await tokenising.tokeniseCard(tokenTo(`${fake.origin}/graphql`), card).catch((caught) => caught);
      expect(error).toBeInstanceOf(Error);
      const { message, stack, cause } = error as Error;
      for (const secret of [card.cardNumber, card.cardCvv]) {
        expect(`${message} ${stack} ${String(cause)}`).not.toMatch(new RegExp(`\\b${secret}\\b`));
      }
    },
  );

  it('throws when the token is rejected', async () => {
    const tokenising = createBraintreeTokenising({ environment: 'sandbox', ownOrigin: fake.origin });
    const token = tokenTo(`${fake.origin}/graphql`, { authorizationFingerprint: 'old' });
    await expect(tokenising.tokeniseCard(token, card)).rejects.toThrow('AUTHENTICATION');
  });
});
