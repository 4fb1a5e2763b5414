import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AuthoriseRequest, CardDetails } from '~/payments/port';
import { createSandbox, SANDBOX_MERCHANT_ACCOUNTS, type Sandbox } from './sandbox.server';

const card: CardDetails = {
  cardHolderName: 'Ann Lee',
  cardNumber: '4111111111111111',
  cardExpiration: '12/30',
  cardCvv: '739',
};
let dataDir: string;
let now: Date;
let sandbox: Sandbox;
const clock = { now: () => now };

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
  now = new Date('2026-03-01T12:00:00Z');
  sandbox = createSandbox({ dataDir, clock, wait: 40 });
});
afterEach(() => {
  sandbox.close();
  rmSync(dataDir, { recursive: true });
});

async function tokenise(changes: Partial<CardDetails> = {}) {
  const { clientToken } = await sandbox.clientToken('US');
  return sandbox.tokeniseCard(clientToken, { ...card, ...changes });
}
async function nonceOf(cardNumber = card.cardNumber, cardCvv = card.cardCvv): Promise<string> {
  const result = await tokenise({ cardNumber, cardCvv });
  if (result.outcome !== 'tokenised') throw new Error(result.field);
  return result.nonce;
}
const sale = (nonce: string, orderId = 'order-1'): AuthoriseRequest => ({
  orderId,
  amount: 16800,
  currency: 'USD',
  merchantAccount: SANDBOX_MERCHANT_ACCOUNTS.USD,
  nonce,
  paymentType: 'creditCard',
  storeInVault: true,
});

it('opens its new file while another replica opens it', async () => {
  const shared = mkdtempSync(join(tmpdir(), 'sandbox-'));
  const other = new Database(join(shared, 'sandbox.db'));
  const pause = vi.spyOn(Atomics, 'wait').mockImplementation(() => {
    other.exec('commit');
    return 'timed-out';
  });
  onTestFinished(() => {
    pause.mockRestore();
    other.close();
    rmSync(shared, { recursive: true });
  });
  // A reader, as each of two connections is while both want to write the file's header.
  other.exec('begin');
  other.prepare('select * from sqlite_master').all();
  createSandbox({ dataDir: shared, clock }).close();
  expect(pause).toHaveBeenCalledOnce();
  expect(readFileSync(join(shared, 'sandbox.db'))[18], 'SQLite’s header names its write mode').toBe(2);
});

describe('tokenising', () => {
  it.each([
    ['4111111111111111', '123', 'visa', '1111'],
    ['5555555555554444', '123', 'mastercard', '4444'],
    ['378282246310005', '1234', 'american-express', '0005'],
  ])('accepts the card %s', async (cardNumber, cardCvv, brand, lastFour) => {
    expect(await tokenise({ cardNumber, cardCvv })).toMatchObject({ outcome: 'tokenised', brand, lastFour });
  });

  it.each([
    [{ cardNumber: '4242424242424242' }, 'cardNumber'],
    [{ cardExpiration: '02/26' }, 'cardExpiration'],
    [{ cardExpiration: '13/30' }, 'cardExpiration'],
    [{ cardCvv: '12' }, 'cardCvv'],
  ])('refuses the card details %j', async (changes, field) => {
    expect(await tokenise(changes)).toEqual({ outcome: 'refused', field });
  });

  it('accepts a card that expires this month', async () => {
    expect(await tokenise({ cardExpiration: '03/26' })).toMatchObject({ outcome: 'tokenised' });
  });

  it('requires an unexpired client token of the sandbox', async () => {
    const { clientToken } = await sandbox.clientToken('US');
    const altered = JSON.parse(Buffer.from(clientToken, 'base64').toString()) as Record<string, unknown>;
    const forged = Buffer.from(JSON.stringify({ ...altered, country: 'GB' })).toString('base64');
    await expect(sandbox.tokeniseCard(forged, card)).rejects.toThrow('not signed by this sandbox');
    await expect(sandbox.tokeniseCard('nonsense', card)).rejects.toThrow('cannot be read');
    now = new Date('2026-03-03T12:00:00Z');
    await expect(sandbox.tokeniseCard(clientToken, card)).rejects.toThrow('expired');
  });

  it('writes neither number nor code to disk', async () => {
    await sandbox.authorise(sale(await nonceOf()));
    const bytes = readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name), 'latin1'));
    expect(bytes.join('')).toContain('order-1');
    expect(bytes.join('')).not.toContain(card.cardNumber);
    // Random text may contain the three digits, so compare whole stored values.
    const database = new Database(join(dataDir, 'sandbox.db'));
    const stored = ['nonces', 'transactions'].flatMap((table) => database.prepare(`select * from ${table}`).all());
    database.close();
    expect(stored).toHaveLength(2);
    expect(JSON.stringify(stored)).not.toContain(`"${card.cardCvv}"`);
  });

  it('hides two brands in Great Britain', async () => {
    expect((await sandbox.clientToken('GB')).hiddenCardBrands).toEqual(['american-express', 'discover']);
    expect((await sandbox.clientToken('US')).hiddenCardBrands).toEqual([]);
  });
});

describe('charging', () => {
  it('approves, settles and refuses to settle twice', async () => {
    const outcome = await sandbox.authorise(sale(await nonceOf()));
    expect(outcome).toMatchObject({
      outcome: 'approved',
      transaction: { status: 'authorised', amount: 16800, currency: 'USD', cardLastFour: '1111', orderId: 'order-1' },
    });
    const { transactionId } = sandbox.listTransactions()[0]!;
    expect(await sandbox.submitForSettlement(transactionId)).toMatchObject({ outcome: 'approved' });
    expect(await sandbox.submitForSettlement(transactionId)).toEqual({ outcome: 'declined', reason: '91507' });
    expect(await sandbox.findByOrderId('order-1')).toMatchObject([{ status: 'settling' }]);
    expect(await sandbox.void(transactionId)).toMatchObject({ outcome: 'approved' });
    expect(await sandbox.void(transactionId)).toEqual({ outcome: 'declined', reason: '91504' });
  });

  it('declines or rejects a sale by its card, and records it', async () => {
    expect(await sandbox.authorise(sale(await nonceOf('4000111111111115')))).toEqual({
      outcome: 'declined',
      reason: '2000',
    });
    expect(await sandbox.authorise(sale(await nonceOf('4000111111111511')))).toEqual({
      outcome: 'declined',
      reason: 'fraud',
    });
    expect((await sandbox.findByOrderId('order-1')).map(({ status }) => status)).toEqual([
      'gatewayRejected',
      'declined',
    ]);
  });

  it('accepts each of its nonces once and for three hours', async () => {
    const nonce = await nonceOf();
    const late = await nonceOf();
    await sandbox.authorise(sale(nonce));
    expect(await sandbox.authorise(sale(nonce))).toEqual({ outcome: 'declined', reason: '91564' });
    expect(await sandbox.authorise(sale('made-up'))).toEqual({ outcome: 'declined', reason: '93108' });
    now = new Date('2026-03-01T15:00:00Z');
    expect(await sandbox.authorise(sale(late))).toEqual({ outcome: 'declined', reason: '93108' });
  });

  it('rejects an unknown merchant account', async () => {
    const outcome = await sandbox.authorise({ ...sale(await nonceOf()), merchantAccount: 'other' });
    expect(outcome).toEqual({ outcome: 'declined', reason: '91513' });
  });

  it('is not idempotent by order id', async () => {
    await sandbox.authorise(sale(await nonceOf()));
    await sandbox.authorise(sale(await nonceOf()));
    expect(await sandbox.findByOrderId('order-1')).toHaveLength(2);
  });

  it('charges the slow card at once and responds late', async () => {
    const answer = sandbox.authorise(sale(await nonceOf('4005519200000004')));
    expect(await sandbox.findByOrderId('order-1')).toMatchObject([{ status: 'authorised' }]);
    expect(await answer).toMatchObject({ outcome: 'approved' });
  });

  it('returns unknown when it closes during a sale, and keeps its records', async () => {
    sandbox.close();
    sandbox = createSandbox({ dataDir, clock, wait: 60_000 });
    const answer = sandbox.authorise(sale(await nonceOf('4005519200000004')));
    sandbox.close();
    expect(await answer).toMatchObject({ outcome: 'unknown' });
    sandbox = createSandbox({ dataDir, clock });
    expect(await sandbox.findByOrderId('order-1')).toMatchObject([{ status: 'authorised' }]);
  });
});
