import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProviderRecords } from '~/payments/records-port';
import { BANK_EVENTS } from '~/payments/sandbox/bank.server';
import { actions } from '~/commands/operate/actions';
import { payments } from '~/commands/operate/payments';
import { callCommand, callCommandOn } from '~tests/servers/call-command';
import { openTestBackend, type TestBackend } from '~tests/servers/embedded-backend';

const SECRET = { SESSION_SECRET: 'a-secret-of-tests-that-is-long-enough-for-this' };
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

let backend: TestBackend;
beforeEach(async () => void (backend = await openTestBackend({ demo: false, processName: 'host:1' })));
afterEach(() => backend.close());

/** Runs the command as an operator does, next to the server. */
const run = (...args: string[]) => runWith({}, ...args);
const runWith = (env: Record<string, string>, ...args: string[]) =>
  callCommandOn(backend, payments, args, { env, clock: backend.clock, storeClock: backend.storeClock });

async function pay(): Promise<string> {
  const signup = await backend.signUp();
  await backend.pay(signup, await backend.requestFor(signup));
  return `${signup.signupId}-1`;
}
const sell = (orderId: string) => backend.sell(orderId);
const readFigures = async () => (await backend.readBacklog()).reconciliation.differences;
async function nextRound() {
  backend.advance(HOUR_MS + 1_000);
  await backend.runSettlementRound();
}

it('reconciles matching books', async () => {
  await pay();
  expect(await run('reconcile')).toEqual({
    code: 0,
    said: '1 order of 2026-02-22T12:00:00.000Z to 2026-03-01T12:00:00.000Z: nothing differs.\n',
  });
});

it('lists differences with advice, without the payer’s data, and exits with 1', async () => {
  const orderId = await pay();
  const { transactionId } = backend.sandbox.listTransactions()[0]!;
  backend.sandbox.play('decline', transactionId);
  const { code, said } = await run('reconcile', '--from', '2026-03-01', '--to', '2026-03-01T23:59:59Z');
  expect(code).toBe(1);
  const [title, table, advice] = said.trim().split('\n\n');
  expect(title).toBe('1 order of 2026-03-01T00:00:00.000Z to 2026-03-01T23:59:59.000Z: 1 difference.');
  expect(table?.split('\n')).toHaveLength(2);
  expect(table).toMatch(
    new RegExp(`^state-differs +${orderId} +${transactionId} +179[.]55 USD settled +179[.]55 USD declined$`, 'm'),
  );
  expect(advice).toMatch(/^state-differs: Only one side/);
  expect(said).not.toMatch(/ann|Lee|1111|Elm/);
  const json = JSON.parse((await run('reconcile', '--json')).said) as { differences: unknown[] };
  expect(json).toMatchObject({ orders: 1, differences: [{ kind: 'state-differs', orderId, transactionId }] });
});

describe('a difference that the daily reconciliation found', () => {
  /** Creates a sale without an order, and reconciles it. */
  async function loseSale(): Promise<string> {
    const transactionId = await sell('of-the-shop');
    await backend.runSettlementRound();
    return transactionId;
  }

  it('is listed after its sale left the compared days', async () => {
    const transactionId = await loseSale();
    backend.advance(30 * DAY_MS);
    const { code, said } = await run('reconcile');
    expect(code).toBe(1);
    expect(said).toContain('found before: 1 difference.');
    expect(said).toMatch(
      new RegExp(`^no-order +of-the-shop +${transactionId} +nothing +179[.]55 USD authorised$`, 'm'),
    );
    backend.sandbox.play('void', transactionId);
    expect(await run('reconcile')).toMatchObject({ code: 0 });
  });

  it.each(['of-the-shop', 'the transaction'])('is off the list when an operator dealt with %s', async (about) => {
    const transactionId = await loseSale();
    const id = about === 'the transaction' ? transactionId : about;
    const deal = (...args: string[]) => runWith(SECRET, 'dealt-with', id, '--by', 'Kim', ...args);
    expect(await deal('--dry-run')).toMatchObject({ code: 0, said: expect.stringContaining('no-order') as string });
    expect(await readFigures()).toMatchObject({ 'no-order': 1 });
    expect(await deal('--why', 'of the shop')).toEqual({
      code: 0,
      said: `Payment ${id} is off the list: it was no-order.\n`,
    });
    expect(await readFigures()).toMatchObject({ 'no-order': 0 });
    expect(await run('reconcile')).toMatchObject({ code: 0 });
    expect(await deal()).toMatchObject({ code: 1 });
    backend.advance(DAY_MS);
    await backend.runSettlementRound();
    expect(await readFigures()).toMatchObject({ 'no-order': 0 });
    const listed = await callCommandOn(backend, actions, ['--about', id], { env: SECRET });
    expect(listed.said).toContain('difference-dealt-with  1  by Kim  (of the shop)');
  });

  it('stays on the list if no secret records the action', async () => {
    await loseSale();
    expect(await run('dealt-with', 'of-the-shop', '--by', 'Kim')).toEqual({
      code: 2,
      said: expect.stringContaining('SESSION_SECRET is required to record this.') as string,
    });
    expect(await readFigures()).toMatchObject({ 'no-order': 1 });
  });

  it('is off the list when an operator deals with it during a run', async () => {
    await loseSale();
    backend.advance(DAY_MS);
    const { records } = backend.sandbox;
    const slow: ProviderRecords = {
      ...records,
      async *list(span) {
        yield* records.list(span);
        expect(await runWith(SECRET, 'dealt-with', 'of-the-shop', '--by', 'Kim')).toMatchObject({ code: 0 });
      },
    };
    const replica = await backend.openReplica({ charging: { ...backend.sandbox, records: slow } });
    await replica.runSettlementRound();
    expect(await readFigures()).toMatchObject({ 'no-order': 0 });
  });

  it('stays in the history of its payment when an operator dealt with it', async () => {
    const orderId = await pay();
    await backend.store.db.updateTable('backend_payment_attempts').set({ amount: 1_000 }).execute();
    await backend.runSettlementRound();
    expect(await readFigures()).toMatchObject({ 'amount-differs': 1 });
    expect(await run('dealt-with', orderId, '--by', 'Kim', '--why', 'paid the rest')).toMatchObject({ code: 0 });
    expect((await run('show', orderId)).said).toContain('(dealt-with-amount-differs: paid the rest), by Kim');
    expect(await run('reconcile')).toMatchObject({ code: 0 });
  });
});

describe('a difference that only "reconcile" found', () => {
  const SERVER = { ...SECRET, PAYMENT_PROVIDER: 'sandbox' };
  const deal = (id: string, ...args: string[]) => runWith(SERVER, 'dealt-with', id, '--by', 'Kim', ...args);

  it('is not taken from the default provider, which lacks every sale of a real site', async () => {
    await sell('of-the-shop');
    expect(await runWith(SECRET, 'dealt-with', 'of-the-shop', '--by', 'Kim')).toMatchObject({ code: 1 });
    expect(await deal('of-the-shop')).toMatchObject({ code: 0 });
  });

  it.each(['of-the-shop', 'the transaction'])('is off the list when an operator dealt with %s', async (about) => {
    const transactionId = await sell('of-the-shop');
    backend.advance(5 * DAY_MS);
    expect(await run('reconcile')).toMatchObject({ code: 1 });
    const id = about === 'the transaction' ? transactionId : about;
    expect(await deal(id, '--dry-run')).toMatchObject({ code: 0, said: expect.stringContaining('no-order') as string });
    expect(await run('reconcile')).toMatchObject({ code: 1 });
    expect(await deal(id)).toEqual({ code: 0, said: `Payment ${id} is off the list: it was no-order.\n` });
    expect(await run('reconcile')).toMatchObject({ code: 0 });
    expect(await deal(id)).toMatchObject({ code: 1 });
    await backend.runSettlementRound();
    expect(await readFigures()).toMatchObject({ 'no-order': 0 });
  });

  it('is off the list on the day of an upgrade, and leaves the figures with the next run', async () => {
    await sell('of-the-shop');
    await backend.runSettlementRound();
    const result = JSON.stringify({ differences: await readFigures(), orders: 1 });
    await backend.store.db.updateTable('backend_jobs').set({ result }).execute();
    expect(await deal('of-the-shop')).toMatchObject({ code: 0 });
    expect(await run('reconcile')).toMatchObject({ code: 0 });
    backend.advance(DAY_MS);
    await backend.runSettlementRound();
    expect(await readFigures()).toMatchObject({ 'no-order': 0 });
  });

  it.each(['the order', 'the second sale'])('covers a double charge of %s', async (about) => {
    const orderId = await pay();
    const second = await sell(orderId);
    backend.advance(5 * DAY_MS);
    expect(await run('reconcile')).toMatchObject({ code: 1 });
    expect(await deal(about === 'the order' ? orderId : second)).toMatchObject({ code: 0 });
    expect(await run('reconcile')).toMatchObject({ code: 0 });
    expect((await run('show', orderId)).said).toContain('(dealt-with-charged-twice), by Kim');
  });

  it('is dealt with together with the state of its order', async () => {
    const orderId = await pay();
    for (const event of ['settle', 'dispute']) await run('play', event, orderId);
    await nextRound();
    await sell(orderId);
    expect(await run('reconcile')).toMatchObject({ code: 1 });
    expect((await deal(orderId)).said).toBe(`Payment ${orderId} is off the list: it was disputed, charged-twice.\n`);
    expect(await run('settlements')).toMatchObject({ code: 0 });
    expect(await run('reconcile')).toMatchObject({ code: 0 });
    expect((await run('show', orderId)).said).toContain('(dealt-with-charged-twice), by Kim');
  });

  it('stays on the list while the provider’s settings are missing', async () => {
    await sell('of-the-shop');
    const { code, said } = await runWith(
      { ...SECRET, PAYMENT_PROVIDER: 'braintree' },
      ...['dealt-with', 'of-the-shop', '--by', 'Kim'],
    );
    expect(code).toBe(2);
    expect(said).toContain('BRAINTREE_PRIVATE_KEY: is required');
    expect(await run('reconcile')).toMatchObject({ code: 1 });
  });
});

it.each([
  [['--from', 'yesterday'], '--from takes a time'],
  [['--to', '2026-13-01'], '--to takes a time'],
  [['--from', '2025-11-31'], '--from takes a time'],
  [['--from', '2025-02-29T12:00Z'], '--from takes a time'],
  [['--from', '2026-03-02', '--to', '2026-03-01'], '--from is after --to'],
])('rejects an invalid period: %j', async (args, said) => {
  expect(await run('reconcile', ...args)).toEqual({ code: 2, said: expect.stringContaining(said) as string });
});

it('reports only the missing provider settings', async () => {
  const { code, said } = await runWith({ PAYMENT_PROVIDER: 'braintree' }, 'reconcile');
  expect(code).toBe(2);
  expect(said).toContain('BRAINTREE_PRIVATE_KEY: is required');
  expect(said).not.toContain('CARD_ENTRY');
});

it.each([['reconcile'], ['play', 'settle', 'order-1'], ['refund', 'order-1', '--by', 'Kim', '--yes']])(
  'requires PAYMENT_PROVIDER beside a Braintree key: %s',
  async (...args) => {
    expect(await runWith({ BRAINTREE_PRIVATE_KEY: 'k'.repeat(32), SESSION_SECRET: 's'.repeat(32) }, ...args)).toEqual({
      code: 2,
      said: expect.stringContaining('PAYMENT_PROVIDER: is required, because BRAINTREE_ settings are set') as string,
    });
  },
);

it('reports orders of a merchant account that the settings do not have', async () => {
  await pay();
  await pay();
  await backend.store.db.updateTable('backend_payment_attempts').set({ merchant_account: 'former' }).execute();
  const { code, said } = await run('reconcile');
  expect([code, said]).toEqual([
    0,
    expect.stringMatching(/^2 payments were taken by merchant account former, but the settings have sandbox-usd and /),
  ]);
  expect((await run('reconcile', '--to', '2026-03-01T11:59:59Z')).said).not.toContain('former');
});

it('lists a declined settlement until an operator marks it as dealt with', async () => {
  const orderId = await pay();
  expect(await run('settlements')).toEqual({ code: 0, said: 'No submitted payment waits for an operator.\n' });
  expect(await run('play', 'decline', orderId)).toMatchObject({ code: 0 });
  await nextRound();
  const listed = await run('settlements');
  expect(listed.code).toBe(1);
  for (const part of [orderId, 'declined (4001)', 'since        2026-03-01 13:00:01 UTC', 'to do        The bank'])
    expect(listed.said).toContain(part);
  expect((await run('show', orderId)).said).toContain(
    'provider     declined, and waits for an operator since 2026-03-01 13:00:01 UTC',
  );
  expect(await run('dealt-with', orderId)).toMatchObject({ code: 2 });
  expect(await run('dealt-with', orderId, '--by', 'Kim', '--dry-run')).toMatchObject({ code: 0 });
  expect(await run('settlements')).toMatchObject({ code: 1 });
  const said = `Payment ${orderId} is off the list: it was declined.\n`;
  expect(await run('dealt-with', orderId, '--by', 'Kim', '--why', 'paid by cheque')).toEqual({ code: 0, said });
  expect(await run('settlements')).toMatchObject({ code: 0 });
  expect((await run('show', orderId)).said).toContain('(dealt-with-declined: paid by cheque), by Kim');
  expect(await run('dealt-with', orderId, '--by', 'Kim')).toMatchObject({ code: 1 });
  expect((await backend.readBacklog()).settlements).toMatchObject({ declined: 0 });
});

it('lists a dispute together with another sale’s failed refund, and records that both are dealt with', async () => {
  const orderId = await pay();
  await run('play', 'settle', orderId);
  await run('play', 'dispute', orderId);
  await nextRound();
  const reason = 'provider-refund-failed-50.00-of-twice; provider-dispute-lost-of-again';
  await backend.store.db.updateTable('backend_settlements').set({ reason }).execute();
  const { said } = await run('settlements');
  for (const part of [`disputed (${reason})`, "The customer's bank reclaims", 'A refund failed', 'The bank took'])
    expect(said).toContain(part);
  expect(await run('dealt-with', orderId, '--by', 'Kim')).toMatchObject({ code: 0 });
  expect((await run('show', orderId)).said).toContain(`(dealt-with-disputed; ${reason}), by Kim`);
});

it('lists a payment again when the provider’s state changes later', async () => {
  const orderId = await pay();
  await run('play', 'settle', orderId);
  await run('play', 'dispute', orderId);
  await nextRound();
  await run('dealt-with', orderId, '--by', 'Kim');
  await run('play', 'dispute-lost', orderId);
  await backend.runSettlementRound();
  expect((await run('settlements')).said).toContain('state        dispute-lost');
});

it('plays every event that its help lists', async () => {
  const orderId = await pay();
  const { said: help } = await callCommand(payments, ['play', '--help']);
  expect(/play (\S+)/.exec(help)?.[1]).toBe(BANK_EVENTS.join('|'));
  expect(await run('play', 'dispute', orderId)).toMatchObject({ code: 1 });
  for (const event of ['settle', 'dispute', 'dispute-won', 'refund'])
    expect(await run('play', event, orderId)).toMatchObject({ code: 0 });
  expect(await run('play', 'explode', orderId)).toMatchObject({ code: 2 });
  expect(await run('play', 'settle', 'nobody-1')).toMatchObject({ code: 2 });
});
