import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBraintreeCharging } from '~/payments/braintree/charging.server';
import { createBraintreeTokenising } from '~/payments/braintree/tokenising.server';
import type { AuthoriseRequest, CardDetails, ChargingProvider, TokenisingProvider } from '~/payments/port';
import { createSandbox, SANDBOX_MERCHANT_ACCOUNTS } from '~/payments/sandbox/sandbox.server';
import { FAKE_ACCOUNTS, FAKE_KEYS, startFakeBraintree } from '~tests/fakes/braintree';

/** A provider under test, and its specifics. */
interface Provider {
  charging: ChargingProvider;
  tokenising: TokenisingProvider;
  accounts: { USD: string; GBP: string };
  /** A sale that the processor declines with 2000. */
  declining: { cardNumber?: string; amount?: number };
  /** Its errors for a used nonce and for an unknown one. */
  consumed: string;
  unknown: string;
  /** Makes the bank settle a submitted transaction. */
  settle(transactionId: string): void;
  /** Makes the bank decline or dispute it. */
  play(event: 'decline' | 'dispute' | 'dispute-won' | 'dispute-lost', transactionId: string): void;
  close(): Promise<void> | void;
}

async function openSandbox(): Promise<Provider> {
  const dataDir = mkdtempSync(join(tmpdir(), 'contract-'));
  const sandbox = createSandbox({ dataDir, clock: { now: () => new Date('2026-03-01T12:00:00Z') } });
  return {
    charging: sandbox,
    tokenising: sandbox,
    accounts: SANDBOX_MERCHANT_ACCOUNTS,
    declining: { cardNumber: '4000111111111115' },
    consumed: '91564',
    unknown: '93108',
    settle: (id) => void sandbox.settle(id),
    play: (event, id) => void sandbox.play(event, id),
    close() {
      sandbox.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

async function openBraintree(): Promise<Provider> {
  const fake = await startFakeBraintree();
  const { environment, origin, close } = fake;
  return {
    charging: createBraintreeCharging({ environment, keys: FAKE_KEYS, merchantAccounts: FAKE_ACCOUNTS }),
    tokenising: createBraintreeTokenising({ environment: 'sandbox', ownOrigin: origin }),
    accounts: FAKE_ACCOUNTS,
    declining: { amount: 200_000 },
    consumed: '91564',
    unknown: '91565',
    settle: (id) => void fake.books.move(id, ['submitted_for_settlement'], 'settled', ''),
    play(event, id) {
      const transaction = fake.books.transactions.find((one) => one.id === id)!;
      if (event === 'decline') Object.assign(transaction, { status: 'settlement_declined', settlementCode: '4001' });
      else transaction.disputes = [{ dispute: 'open', 'dispute-won': 'won', 'dispute-lost': 'lost' }[event]];
    },
    close,
  };
}

describe.each([
  ['the sandbox', openSandbox],
  ['Braintree', openBraintree],
])('%s', (_name, open) => {
  let provider: Provider;
  beforeEach(async () => void (provider = await open()));
  afterEach(() => provider.close());

  const card: CardDetails = {
    cardHolderName: 'Ann Lee',
    cardNumber: '4111111111111111',
    cardExpiration: '12/30',
    cardCvv: '739',
  };

  async function tokenise(changes: Partial<CardDetails> = {}) {
    const { clientToken } = await provider.charging.clientToken('US');
    return provider.tokenising.tokeniseCard(clientToken, { ...card, ...changes });
  }

  async function saleWith(changes: Partial<AuthoriseRequest & CardDetails> = {}): Promise<AuthoriseRequest> {
    const { cardNumber = card.cardNumber, ...sale } = changes;
    const tokenised = await tokenise({ cardNumber });
    if (tokenised.outcome === 'refused') throw new Error(tokenised.field);
    return {
      orderId: 'order-1',
      amount: 17_955,
      currency: 'USD',
      merchantAccount: provider.accounts.USD,
      nonce: tokenised.nonce,
      paymentType: 'creditCard',
      storeInVault: true,
      ...sale,
    };
  }

  async function authorise(): Promise<string> {
    const held = await provider.charging.authorise(await saleWith());
    if (held.outcome !== 'approved') throw new Error(held.outcome);
    return held.transaction.transactionId;
  }

  const statuses = async () => (await provider.charging.findByOrderId('order-1')).map(({ status }) => status);

  it('returns a client token for a country, and the brands that it does not accept there', async () => {
    const us = await provider.charging.clientToken('US');
    const gb = await provider.charging.clientToken('GB');
    expect(us.clientToken).not.toBe(gb.clientToken);
    expect([us.hiddenCardBrands, gb.hiddenCardBrands]).toEqual([[], ['american-express', 'discover']]);
  });

  it('tokenises a card', async () => {
    expect(await tokenise()).toMatchObject({ outcome: 'tokenised', lastFour: '1111', brand: 'visa' });
    expect(await tokenise({ cardNumber: '5555555555554444' })).toMatchObject({ brand: 'mastercard' });
  });

  it.each([
    [{ cardNumber: '4111111111111112' }, 'cardNumber'],
    [{ cardExpiration: '12/20' }, 'cardExpiration'],
    [{ cardExpiration: '13/30' }, 'cardExpiration'],
    [{ cardCvv: '12' }, 'cardCvv'],
  ])('names the field of a rejected card: %j', async (changes, field) => {
    expect(await tokenise(changes)).toEqual({ outcome: 'refused', field });
  });

  it('does not tokenise with an invalid client token', async () => {
    await expect(provider.tokenising.tokeniseCard('nonsense', card)).rejects.toThrow('cannot be read');
  });

  it('authorises without capturing, and finds the sale by order id', async () => {
    const held = await provider.charging.authorise(await saleWith());
    const transaction = {
      orderId: 'order-1',
      status: 'authorised',
      amount: 17_955,
      currency: 'USD',
      paymentType: 'creditCard',
      cardLastFour: '1111',
      reason: null,
    };
    expect(held).toMatchObject({ outcome: 'approved', transaction });
    expect(await provider.charging.findByOrderId('order-1')).toMatchObject([transaction]);
    expect(await provider.charging.findByOrderId('order-2')).toEqual([]);
  });

  it('charges pounds to the merchant account for pounds', async () => {
    const sale = await saleWith({ currency: 'GBP', merchantAccount: provider.accounts.GBP, amount: 5 });
    expect(await provider.charging.authorise(sale)).toMatchObject({ transaction: { currency: 'GBP', amount: 5 } });
  });

  it('reports and records why the processor declined', async () => {
    const sale = await saleWith(provider.declining);
    expect(await provider.charging.authorise(sale)).toEqual({ outcome: 'declined', reason: '2000' });
    expect(await provider.charging.findByOrderId('order-1')).toMatchObject([{ status: 'declined', reason: '2000' }]);
  });

  it('accepts each of its nonces once', async () => {
    const sale = await saleWith();
    await provider.charging.authorise(sale);
    const again = await provider.charging.authorise({ ...sale, orderId: 'order-2' });
    expect(again).toEqual({ outcome: 'declined', reason: provider.consumed });
    const madeUp = await provider.charging.authorise({ ...sale, nonce: 'made-up' });
    expect(madeUp).toEqual({ outcome: 'declined', reason: provider.unknown });
    expect(await statuses()).toEqual(['authorised']);
  });

  it('rejects an unknown merchant account', async () => {
    const sale = await saleWith({ merchantAccount: 'other' });
    expect(await provider.charging.authorise(sale)).toEqual({ outcome: 'declined', reason: '91513' });
  });

  it('is not idempotent, so one order id can have two transactions', async () => {
    await provider.charging.authorise(await saleWith());
    await provider.charging.authorise(await saleWith());
    expect(await statuses()).toEqual(['authorised', 'authorised']);
  });

  it('settles once', async () => {
    const id = await authorise();
    const settling = { outcome: 'approved', transaction: { transactionId: id, status: 'settling' } };
    expect(await provider.charging.submitForSettlement(id)).toMatchObject(settling);
    expect(await provider.charging.submitForSettlement(id)).toEqual({ outcome: 'declined', reason: '91507' });
    expect(await statuses()).toEqual(['settling']);
  });

  it('voids once', async () => {
    const id = await authorise();
    expect(await provider.charging.void(id)).toMatchObject({ outcome: 'approved', transaction: { status: 'voided' } });
    expect(await provider.charging.void(id)).toEqual({ outcome: 'declined', reason: '91504' });
    expect(await statuses()).toEqual(['voided']);
  });

  /** Creates a transaction that the bank has settled. */
  async function settle(): Promise<string> {
    const id = await authorise();
    await provider.charging.submitForSettlement(id);
    provider.settle(id);
    return id;
  }

  it('refunds in parts up to the charged amount, and finds refunds by order id', async () => {
    const id = await settle();
    const part = { transactionId: id, orderId: 'order-1', amount: 7_955, currency: 'USD' };
    expect(await provider.charging.refund(id, 7_955)).toMatchObject({ outcome: 'approved', refund: part });
    expect(await provider.charging.refund(id, 10_001)).toEqual({ outcome: 'declined', reason: '91521' });
    const rest = { ...part, amount: 10_000 };
    expect(await provider.charging.refund(id, 10_000)).toMatchObject({ outcome: 'approved', refund: rest });
    expect(await provider.charging.refund(id, 1)).toEqual({ outcome: 'declined', reason: '91512' });
    expect(await provider.charging.findRefunds('order-1')).toMatchObject([rest, part]);
    expect(await provider.charging.findRefunds('order-2')).toEqual([]);
    expect(await statuses()).toEqual(['settled']);
  });

  it('refunds only settled payments, and voids only others', async () => {
    const held = await authorise();
    expect(await provider.charging.refund(held, 17_955)).toEqual({ outcome: 'declined', reason: '91506' });
    await provider.charging.submitForSettlement(held);
    expect(await provider.charging.refund(held, 17_955)).toEqual({ outcome: 'declined', reason: '91506' });
    provider.settle(held);
    expect(await provider.charging.void(held)).toEqual({ outcome: 'declined', reason: '91504' });
    expect(await provider.charging.findRefunds('order-1')).toEqual([]);
  });

  describe('its records', () => {
    const record = (id: string) => provider.charging.records.find(id);
    const A_DAY = { from: new Date('2026-03-01T00:00:00Z'), to: new Date('2026-03-02T00:00:00Z') };
    async function list(span = A_DAY) {
      const found = [];
      for await (const one of provider.charging.records.list(span)) found.push(one);
      return found;
    }

    it('show the state of a sale’s money', async () => {
      const id = await authorise();
      const sale = {
        transactionId: id,
        type: 'sale',
        orderId: 'order-1',
        status: 'authorised',
        amount: 17_955,
        currency: 'USD',
        reason: null,
        refundOf: null,
        refunded: 0,
        refunds: [],
        failedAt: null,
        dispute: null,
      };
      expect(await record(id)).toMatchObject(sale);
      expect((await record(id))?.createdAt).toMatch(/^2026-03-01T12:00:\d\d\.000Z$/);
      await provider.charging.submitForSettlement(id);
      expect(await record(id)).toMatchObject({ ...sale, status: 'settling' });
      provider.settle(id);
      expect(await record(id)).toMatchObject({ ...sale, status: 'settled' });
      await provider.charging.refund(id, 5_000);
      const [refund] = (await list()).filter(({ type }) => type === 'refund');
      expect(refund).toMatchObject({ orderId: 'order-1', refundOf: id, amount: 5_000, refunded: 0, refunds: [] });
      const refunds = [{ amount: 5_000, createdAt: refund!.createdAt }];
      expect(await record(id)).toMatchObject({ ...sale, status: 'settled', refunded: 5_000, refunds });
      expect(await record('made-up')).toBeUndefined();
      expect(await record('../merchants')).toBeUndefined();
    });

    it('show that a settlement was declined, and why', async () => {
      const id = await authorise();
      await provider.charging.submitForSettlement(id);
      provider.play('decline', id);
      expect(await record(id)).toMatchObject({ status: 'declined', reason: '4001' });
    });

    it.each([
      ['dispute', 'open'],
      ['dispute-won', 'won'],
      ['dispute-lost', 'lost'],
    ] as const)('report a %s', async (event, dispute) => {
      const id = await settle();
      provider.play(event, id);
      expect(await record(id)).toMatchObject({ status: 'settled', dispute });
    });

    it('list the sales and refunds of a period', async () => {
      const id = await settle();
      await provider.charging.refund(id, 17_955);
      await provider.charging.authorise(await saleWith({ orderId: 'order-2', ...provider.declining }));
      const found = await list();
      expect(found.map(({ type, orderId, status }) => `${type} ${orderId} ${status}`).sort()).toEqual([
        expect.stringMatching(/^refund order-1 sett(ling|led)$/),
        'sale order-1 settled',
        'sale order-2 declined',
      ]);
      expect(await list({ from: A_DAY.to, to: new Date('2026-03-09T00:00:00Z') })).toEqual([]);
      const long = { from: new Date('2026-02-01T00:00:00Z'), to: new Date('2026-03-31T00:00:00Z') };
      expect(await list(long)).toHaveLength(3);
    });
  });
});
