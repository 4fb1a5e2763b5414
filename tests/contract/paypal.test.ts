import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBraintreeCharging } from '~/payments/braintree/charging.server';
import { createBraintreeTokenising } from '~/payments/braintree/tokenising.server';
import type { ChargingProvider, TokenisingProvider } from '~/payments/port';
import { createSandbox, SANDBOX_MERCHANT_ACCOUNTS } from '~/payments/sandbox/sandbox.server';
import {
  FAKE_ACCOUNTS,
  FAKE_KEYS,
  startFakeBraintree,
  type Accident,
  type FakeBraintree,
} from '~tests/fakes/braintree';

const HOUR = 60 * 60 * 1000;
const RETURN_URL = 'https://join.example/app/join/payment/paypal/return?state=ours';
const CANCEL_URL = 'https://join.example/app/join/payment/paypal/cancel?state=ours';
const SET_UP = { returnUrl: RETURN_URL, cancelUrl: CANCEL_URL, amount: 17_955, currency: 'USD' } as const;

/** A provider under test, and the payer at its approval page. */
type PayPalProvider = TokenisingProvider & Required<Pick<TokenisingProvider, 'startPayPal' | 'finishPayPal'>>;

interface Provider {
  charging: ChargingProvider;
  tokenising: PayPalProvider;
  account: string;
  consumed: string;
  /** The payer's action on the approval page. @returns the redirect URL */
  approve(agreementToken: string): string | Promise<string>;
  cancel(agreementToken: string): string | Promise<string>;
  expire(agreementToken: string): void;
  close(): Promise<void> | void;
}

async function openSandbox(): Promise<Provider> {
  const dataDir = mkdtempSync(join(tmpdir(), 'contract-'));
  let now = new Date('2026-03-01T12:00:00Z');
  const sandbox = createSandbox({ dataDir, clock: { now: () => now }, approvalPath: '/app/join/demo/paypal' });
  return {
    charging: sandbox,
    tokenising: sandbox,
    account: SANDBOX_MERCHANT_ACCOUNTS.USD,
    consumed: '91564',
    approve: async (token) => (await sandbox.approvalPage.answer(token, 'approve'))!,
    cancel: async (token) => (await sandbox.approvalPage.answer(token, 'cancel'))!,
    expire: () => void (now = new Date(now.getTime() + 3 * HOUR)),
    close() {
      sandbox.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

function openBraintree(fake: FakeBraintree): Provider {
  const { environment, origin, books, close } = fake;
  return {
    charging: createBraintreeCharging({ environment, keys: FAKE_KEYS, merchantAccounts: FAKE_ACCOUNTS }),
    tokenising: openTokenising(origin),
    account: FAKE_ACCOUNTS.USD,
    consumed: '91564',
    ...books.agreements,
    close,
  };
}

const openTokenising = (ownOrigin?: string, deadline = 15_000) =>
  createBraintreeTokenising({ environment: 'sandbox', ownOrigin, deadline }) as PayPalProvider;

describe.each([
  ['the sandbox', openSandbox],
  ['Braintree', async () => openBraintree(await startFakeBraintree())],
])('PayPal by redirect through %s', (_name, open) => {
  let provider: Provider;
  let clientToken: string;
  beforeEach(async () => {
    provider = await open();
    ({ clientToken } = await provider.charging.clientToken('US'));
  });
  afterEach(() => provider.close());

  async function start(): Promise<string> {
    return (await provider.tokenising.startPayPal(clientToken, SET_UP)).agreementToken;
  }
  const finish = (agreementToken: string) => provider.tokenising.finishPayPal(clientToken, { agreementToken });
  const sell = (nonce: string, orderId: string) =>
    provider.charging.authorise({
      orderId,
      amount: 17_955,
      currency: 'USD',
      merchantAccount: provider.account,
      nonce,
      paymentType: 'paypal',
      storeInVault: true,
    });

  it('returns the agreement token for the approval page', async () => {
    const begun = await provider.tokenising.startPayPal(clientToken, SET_UP);
    const other = await provider.tokenising.startPayPal(clientToken, SET_UP);
    const requested = new URL(begun.approvalUrl, 'http://localhost').searchParams.get('ba_token');
    expect([begun.agreementToken, other.agreementToken === begun.agreementToken]).toEqual([requested, false]);
  });

  it('redirects back with the agreement token and our parameters', async () => {
    const token = await start();
    const back = new URL(await provider.approve(token));
    expect(back.href).toBe(`${RETURN_URL}&ba_token=${token}`);
  });

  it('creates a nonce that can be charged once, as PayPal', async () => {
    const token = await start();
    await provider.approve(token);
    const { nonce, email } = await finish(token);
    expect(email).toBe('buyer@paypal.example');
    expect(await sell(nonce, 'order-1')).toMatchObject({
      outcome: 'approved',
      transaction: { paymentType: 'paypal', cardLastFour: null, amount: 17_955 },
    });
    expect(await sell(nonce, 'order-2')).toEqual({ outcome: 'declined', reason: provider.consumed });
    expect(await provider.charging.findByOrderId('order-1')).toMatchObject([{ paymentType: 'paypal' }]);
  });

  it('returns no nonce for an unapproved, cancelled, used, expired or unknown agreement', async () => {
    const waiting = await start();
    await expect(finish(waiting)).rejects.toThrow();
    const cancelled = await start();
    expect(await provider.cancel(cancelled)).toBe(`${CANCEL_URL}&ba_token=${cancelled}`);
    await expect(finish(cancelled)).rejects.toThrow();
    const used = await start();
    await provider.approve(used);
    await finish(used);
    await expect(finish(used)).rejects.toThrow();
    const late = await start();
    await provider.approve(late);
    provider.expire(late);
    await expect(finish(late)).rejects.toThrow();
    await expect(finish('BA-made-up')).rejects.toThrow();
  });

  it('creates one nonce for two concurrent calls', async () => {
    const token = await start();
    await provider.approve(token);
    const outcomes = await Promise.allSettled([finish(token), finish(token)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('PayPal through Braintree', () => {
  let fake: FakeBraintree;
  beforeEach(async () => void (fake = await startFakeBraintree()));
  afterEach(() => fake.close());

  async function openClientToken(): Promise<string> {
    return (await openBraintree(fake).charging.clientToken('US')).clientToken;
  }

  it('does not request a shipping address', async () => {
    await openTokenising(fake.origin).startPayPal(await openClientToken(), SET_UP);
    expect(fake.requests.at(-1)!.body).toContain('"collectShippingAddress":false');
  });

  it('allows forms to PayPal’s host in the configured environment', () => {
    const originsOf = (environment: 'sandbox' | 'production') =>
      createBraintreeTokenising({ environment }).approvalOrigins;
    expect(originsOf('production')).toEqual(['https://www.paypal.com']);
    expect(originsOf('sandbox')).toEqual(['https://www.sandbox.paypal.com']);
  });

  it.each([
    'https://evil.example/agreements/approve?ba_token=BA-1',
    'http://www.sandbox.paypal.com/agreements/approve?ba_token=BA-1',
    'https://www.sandbox.paypal.com.evil.example/approve',
    'https://www.paypal.com@evil.example/approve',
    'javascript:alert(1)',
    'not an address',
  ])('redirects no visitor to %s', async (approvalUrl) => {
    const clientToken = await openClientToken();
    fake.answerClientApi({ data: { createPayPalBillingAgreement: { approvalUrl, billingAgreementToken: 'BA-1' } } });
    await expect(openTokenising(fake.origin).startPayPal(clientToken, SET_UP)).rejects.toThrow(/Braintree/);
  });

  it.each([
    [{ data: null }],
    [{ data: { createPayPalBillingAgreement: null, tokenizePayPalBillingAgreement: null } }],
    [{ data: { createPayPalBillingAgreement: { approvalUrl: 'https://www.sandbox.paypal.com/approve' } } }],
    [{ data: { tokenizePayPalBillingAgreement: { paymentMethod: { legacyId: '' } } } }],
    [{ errors: [{ message: 'the e-mail is ann@example.com' }] }],
    [[]],
  ])('neither starts nor finishes with the response %j', async (answer) => {
    const clientToken = await openClientToken();
    const tokenising = openTokenising(fake.origin);
    fake.answerClientApi(answer);
    await expect(tokenising.startPayPal(clientToken, SET_UP)).rejects.toThrow(/^Braintree/);
    const error = await tokenising.finishPayPal(clientToken, { agreementToken: 'BA-1' }).catch((caught) => caught);
    expect(String(error)).toMatch(/^Error: Braintree/);
    expect(String(error)).not.toContain('example.com');
  });

  it('accepts an approval without an e-mail', async () => {
    const clientToken = await openClientToken();
    const paymentMethod = { legacyId: 'a nonce', details: null };
    fake.answerClientApi({
      data: { tokenizePayPalBillingAgreement: { paymentMethod } },
      errors: [{ extensions: { errorClass: 'AUTHORIZATION' } }],
    });
    const taken = openTokenising(fake.origin).finishPayPal(clientToken, { agreementToken: 'BA-1' });
    expect(await taken).toEqual({ nonce: 'a nonce' });
  });

  it.each<Accident>([
    'silent-before',
    'reset-before',
    'unauthorised',
    'silent-after',
    'reset-in-answer',
    'trickle',
    'html',
    'malformed-json',
    'cut-short',
    'empty',
    'server-error',
  ])('fails in time if Braintree is %s', async (accident) => {
    const clientToken = await openClientToken();
    const tokenising = openTokenising(fake.origin, 150);
    fake.set({ accident });
    await expect(tokenising.startPayPal(clientToken, SET_UP)).rejects.toThrow(Error);
    await expect(tokenising.finishPayPal(clientToken, { agreementToken: 'BA-1' })).rejects.toThrow(Error);
  });
});
