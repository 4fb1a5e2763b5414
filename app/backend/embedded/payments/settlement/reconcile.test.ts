import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReconciliationReport } from '~/backend/embedded/context';
import type { ProviderRecord, ProviderRecords } from '~/payments/records-port';
import { ESSENTIALS, openTestBackend, type TestBackend } from '~tests/servers/embedded-backend';
import { DIFFERENCE_KINDS } from './compare-books';
import { countDifferences, reconcile } from './reconcile.server';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const SPAN = { from: new Date('2026-03-01T00:00:00Z'), to: new Date('2026-03-05T00:00:00Z') };

let backend: TestBackend;
let reports: ReconciliationReport[];
beforeEach(async () => {
  reports = [];
  backend = await openTestBackend({ reportReconciliation: (found) => void reports.push(found) });
});
afterEach(() => backend.close());

async function pay(): Promise<{ orderId: string; transactionId: string }> {
  const signup = await backend.signUp();
  await backend.pay(signup, await backend.requestFor(signup));
  const orderId = `${signup.signupId}-1`;
  const { transactionId } = backend.sandbox.listTransactions().find((one) => one.orderId === orderId)!;
  return { orderId, transactionId };
}

/** Creates a submitted sale that our backend does not know. */
async function sell(orderId: string): Promise<string> {
  const transactionId = await backend.sell(orderId);
  await backend.sandbox.submitForSettlement(transactionId);
  return transactionId;
}

const change = (orderId: string, changes: object) =>
  backend.store.db.updateTable('backend_payment_attempts').set(changes).where('order_id', '=', orderId).execute();
const compare = async (records: ProviderRecords = backend.sandbox.records, span = SPAN) =>
  (await reconcile({ db: backend.store.db, records }, span)).differences;
const waiting = async () => (await backend.readBacklog()).reconciliation.differences;

it('finds no difference in matching books with refunded, declined and free payments', async () => {
  await pay();
  const refunded = await pay();
  backend.sandbox.play('settle', refunded.transactionId);
  backend.sandbox.play('refund', refunded.transactionId);
  const declined = await backend.signUp();
  const nonce = await backend.makeNonce('4000111111111115');
  await backend.pay(declined, await backend.requestFor(declined, { nonce }));
  const free = await backend.signUp();
  const request = await backend.requestFor(free, { order: ESSENTIALS, codes: ['PREPAID-FULL'], nonce: null });
  expect((await backend.pay(free, request)).data?.state).toBe('paid');
  backend.advance(2 * HOUR_MS);
  await backend.runSettlementRound();
  expect(reports).toEqual([{ orders: 3, differences: countDifferences([]), dropped: 0 }]);
  expect(await compare()).toEqual([]);
});

describe('reconciliation finds', () => {
  it('money at the provider without an order', async () => {
    const transactionId = await sell('of-the-shop');
    expect(await compare()).toEqual([
      {
        kind: 'no-order',
        orderId: 'of-the-shop',
        transactionId,
        ours: 'nothing',
        theirs: '179.55 USD submitted',
      },
    ]);
  });

  it('money at the provider whose order id is missing', async () => {
    await sell('any');
    const { records } = backend.sandbox;
    const withoutOrderIds: ProviderRecords = {
      ...records,
      async *list(span) {
        for await (const record of records.list(span)) yield { ...record, orderId: null };
      },
    };
    expect(await compare(withoutOrderIds)).toMatchObject([{ kind: 'no-order', orderId: null }]);
  });

  it('a payment without an order', async () => {
    const { orderId } = await pay();
    await backend.store.db.deleteFrom('backend_orders').execute();
    expect(await compare()).toMatchObject([{ kind: 'no-order', orderId, ours: '179.55 USD settled, no order' }]);
  });

  it('an order without a transaction', async () => {
    const { orderId } = await pay();
    await change(orderId, { transaction_id: 'made-up' });
    expect((await compare()).filter(({ kind }) => kind === 'no-transaction')).toMatchObject([
      { orderId, transactionId: 'made-up', theirs: 'nothing' },
    ]);
    const { records } = backend.sandbox;
    const empty: ProviderRecords = {
      find: async () => undefined,
      async *list() {
        yield* [];
      },
    };
    expect(await compare(empty)).toMatchObject([{ kind: 'no-transaction', orderId }]);
    // The list may be incomplete, so the transaction itself is looked up.
    await change(orderId, { transaction_id: backend.sandbox.listTransactions()[0]!.transactionId });
    expect(await compare({ ...empty, find: records.find })).toEqual([]);
  });

  it.each([{ amount: 17_954 }, { currency: 'GBP' }])('another amount or currency: %j', async (changes) => {
    const { orderId } = await pay();
    await change(orderId, changes);
    expect(await compare()).toMatchObject([{ kind: 'amount-differs', orderId, theirs: '179.55 USD submitted' }]);
  });

  it.each(['decline', 'void'] as const)('a payment that we show as paid after the provider’s "%s"', async (event) => {
    const { orderId, transactionId } = await pay();
    backend.sandbox.play(event, transactionId);
    expect(await compare()).toMatchObject([{ kind: 'state-differs', orderId, transactionId }]);
  });

  it.each([17_955, 5_000])('an order that we show as paid after a refund of %d', async (amount) => {
    const { orderId, transactionId } = await pay();
    backend.sandbox.play('settle', transactionId);
    await backend.sandbox.refund(transactionId, amount);
    expect(await compare()).toMatchObject([{ kind: 'state-differs', orderId, transactionId }]);
  });

  it('a refund that failed since, until the failure is recorded', async () => {
    const { orderId, transactionId } = await pay();
    backend.sandbox.play('settle', transactionId);
    const { records } = backend.sandbox;
    const failed: ProviderRecords = {
      find: async (id) => ({ ...(await records.find(id))!, refunded: 2_000 }),
      async *list(span) {
        for await (const record of records.list(span)) yield { ...record, refunded: 2_000 };
      },
    };
    await backend.sandbox.refund(transactionId, 5_000);
    backend.advance(HOUR_MS + 1_000);
    await backend.runSettlementRound();
    expect(await compare(failed)).toMatchObject([{ kind: 'state-differs', orderId }]);
    const replica = await backend.openReplica({ charging: { ...backend.sandbox, records: failed } });
    backend.advance(31 * DAY_MS);
    await replica.runSettlementRound();
    expect(await compare(failed)).toEqual([]);
  });

  it('a recent refund of a much older sale', async () => {
    const { orderId, transactionId } = await pay();
    backend.sandbox.play('settle', transactionId);
    backend.advance(90 * DAY_MS);
    backend.sandbox.play('refund', transactionId);
    const span = { from: new Date('2026-05-29T00:00:00Z'), to: new Date('2026-06-01T00:00:00Z') };
    expect(await compare(undefined, span)).toMatchObject([{ kind: 'state-differs', orderId }]);
  });

  it.each(['voided', 'declined', 'refunded'] as const)(
    'a payment that we show as %s while the provider still has it',
    async (state) => {
      const { orderId } = await pay();
      await change(orderId, { state });
      expect(await compare()).toMatchObject([{ kind: 'state-differs', orderId, ours: `179.55 USD ${state}` }]);
    },
  );

  it('a submitted payment that the provider only authorised', async () => {
    const signup = await backend.signUp();
    const charging = {
      ...backend.sandbox,
      submitForSettlement: async (id: string) => {
        const transaction = backend.sandbox.listTransactions().find(({ transactionId }) => transactionId === id)!;
        return { outcome: 'approved', transaction } as const;
      },
    };
    const withoutCapture = await backend.openReplica({ charging });
    await backend.payWith(withoutCapture.client, signup, await backend.requestFor(signup), 'key-1');
    expect(await compare()).toMatchObject([{ kind: 'state-differs', theirs: '179.55 USD authorised' }]);
  });

  it('two sales of one order, unless one is voided', async () => {
    const { orderId, transactionId } = await pay();
    const other = await sell(orderId);
    expect(await compare()).toMatchObject([{ kind: 'charged-twice', orderId }]);
    backend.sandbox.play('void', other);
    expect(await compare()).toEqual([]);
    expect(transactionId).not.toBe(other);
  });

  it('every sale of a closed payment that holds money', async () => {
    const { orderId, transactionId } = await pay();
    const other = await sell(orderId);
    await change(orderId, { state: 'voided' });
    expect(await compare()).toMatchObject([
      { kind: 'charged-twice', orderId, transactionId: other },
      { kind: 'state-differs', orderId, transactionId },
    ]);
  });
});

it('skips unfinished payments and those that wait for an operator', async () => {
  const { orderId } = await pay();
  for (const state of [
    'started',
    'unknown',
    'authorised',
    'registered',
    'needs-operator',
    'taken-late',
    'orphaned',
  ] as const) {
    await change(orderId, { state });
    expect(await compare()).toEqual([]);
  }
});

it('finds no difference for a payment in progress, whenever the provider listed it', async () => {
  const lists: ProviderRecord[][] = [];
  const readList = async () => {
    const listed: ProviderRecord[] = [];
    for await (const record of backend.sandbox.records.list(SPAN)) listed.push(record);
    return listed;
  };
  const recordLists = <Args extends unknown[], Answer>(step: (...args: Args) => Promise<Answer>) => {
    return async (...args: Args): Promise<Answer> => {
      lists.push(await readList());
      const answer = await step(...args);
      lists.push(await readList());
      expect(await compare()).toEqual([]);
      return answer;
    };
  };
  const { sandbox } = backend;
  const charging = {
    ...sandbox,
    authorise: recordLists(sandbox.authorise.bind(sandbox)),
    submitForSettlement: recordLists(sandbox.submitForSettlement.bind(sandbox)),
  };
  const slow = await backend.openReplica({ charging });
  const signup = await backend.signUp();
  await backend.payWith(slow.client, signup, await backend.requestFor(signup), 'key-1');
  expect(lists.map((records) => records.map(({ status }) => status))).toEqual([
    [],
    ['authorised'],
    ['authorised'],
    ['settling'],
  ]);
  for (const records of lists) {
    const earlier: ProviderRecords = {
      ...sandbox.records,
      async *list() {
        yield* records;
      },
    };
    expect(await compare(earlier)).toEqual([]);
  }
});

it('reads the given period and writes nothing', async () => {
  await sell('of-the-shop');
  const before = { from: new Date('2026-02-01T00:00:00Z'), to: new Date('2026-02-28T00:00:00Z') };
  expect(await compare(undefined, before)).toEqual([]);
  expect(await backend.store.db.selectFrom('backend_settlements').selectAll().execute()).toEqual([]);
});

describe('the daily reconciliation', () => {
  it('runs in only one of two replicas, and again the next day', async () => {
    await sell('of-the-shop');
    const other = await backend.openReplica();
    await Promise.all([backend.runSettlementRound(), other.runSettlementRound()]);
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatchObject({ orders: 1, differences: { 'no-order': 1, 'charged-twice': 0 } });
    expect(await waiting()).toMatchObject({ 'no-order': 1 });
    backend.advance(23 * HOUR_MS);
    await other.runSettlementRound();
    expect(reports).toHaveLength(1);
    backend.advance(HOUR_MS);
    await Promise.all([backend.runSettlementRound(), other.runSettlementRound()]);
    expect(reports).toHaveLength(2);
  });

  it('runs at once after the clock was set back by days', async () => {
    backend.advance(10 * DAY_MS);
    await backend.runSettlementRound();
    backend.advance(-10 * DAY_MS);
    await backend.runSettlementRound();
    expect(reports).toHaveLength(2);
    expect((await backend.readBacklog()).reconciliation.finishedAt).toBe(Date.parse('2026-03-01T12:00:00Z') / 1000);
    await backend.runSettlementRound();
    backend.advance(-HOUR_MS);
    await backend.runSettlementRound();
    expect(reports).toHaveLength(2);
  });

  it('runs when it is due by the clock of the store, also on a replica whose own clock is ahead', async () => {
    const ahead = () => new Date(backend.clock.now().getTime() + 10 * DAY_MS);
    const other = await backend.openReplica({ clock: { now: ahead } });
    await Promise.all([other.runSettlementRound(), backend.runSettlementRound()]);
    await other.runSettlementRound();
    expect(reports).toHaveLength(1);
    expect((await backend.readBacklog()).reconciliation.finishedAt).toBe(Date.parse('2026-03-01T12:00:00Z') / 1000);
    backend.advance(DAY_MS);
    await backend.runSettlementRound();
    expect(reports).toHaveLength(2);
  });

  it('records newer provider states and no longer reports them as differences', async () => {
    const { transactionId } = await pay();
    backend.sandbox.play('settle', transactionId);
    backend.sandbox.play('refund', transactionId);
    expect(await compare()).toHaveLength(1);
    await backend.runSettlementRound();
    expect(reports).toEqual([{ orders: 1, differences: countDifferences([]), dropped: 0 }]);
    expect((await backend.readBacklog()).settlements).toMatchObject({ refunded: 1 });
  });

  it('keeps a difference until the books agree, long after its sale left the compared days', async () => {
    const { orderId } = await pay();
    const other = await sell(orderId);
    const lost = await sell('of-the-shop');
    for (let day = 0; day < 6; day += 1) {
      await backend.runSettlementRound();
      expect(reports.at(-1)?.differences).toMatchObject({ 'no-order': 1, 'charged-twice': 1 });
      expect(await waiting()).toMatchObject({ 'no-order': 1, 'charged-twice': 1 });
      backend.advance(DAY_MS);
    }
    expect(reports).toHaveLength(6);
    backend.sandbox.play('void', other);
    await backend.runSettlementRound();
    expect(await waiting()).toMatchObject({ 'no-order': 1, 'charged-twice': 0 });
    backend.sandbox.play('void', lost);
    backend.advance(DAY_MS);
    await backend.runSettlementRound();
    expect(await waiting()).toEqual(countDifferences([]));
  });

  it('keeps a difference of a transaction without an order id', async () => {
    const lost = await sell('any');
    const { records } = backend.sandbox;
    const withoutOrderIds: ProviderRecords = {
      async find(id) {
        const record = await records.find(id);
        return record && { ...record, orderId: null };
      },
      async *list(span) {
        for await (const record of records.list(span)) yield { ...record, orderId: null };
      },
    };
    const replica = await backend.openReplica({ charging: { ...backend.sandbox, records: withoutOrderIds } });
    await replica.runSettlementRound();
    backend.advance(5 * DAY_MS);
    await replica.runSettlementRound();
    expect(await waiting()).toMatchObject({ 'no-order': 1 });
    backend.sandbox.play('void', lost);
    backend.advance(DAY_MS);
    await replica.runSettlementRound();
    expect(await waiting()).toEqual(countDifferences([]));
  });

  it('keeps the last of three sales of one order open after another was voided', async () => {
    const { orderId } = await pay();
    const others = [await sell(orderId), await sell(orderId)];
    await backend.runSettlementRound();
    for (const other of others) {
      backend.advance(5 * DAY_MS);
      await backend.runSettlementRound();
      expect((await waiting())['charged-twice']).toBeGreaterThan(0);
      backend.sandbox.play('void', other);
    }
    backend.advance(DAY_MS);
    await backend.runSettlementRound();
    expect(await waiting()).toEqual(countDifferences([]));
  });

  describe('with sales of another product on the merchant account', () => {
    /** Adds sales to the provider's records. @returns the replica that receives them, and the look-ups of these sales in their order */
    async function sellOthers(count: number) {
      const sale = (await backend.sandbox.records.find(await sell('of-the-shop')))!;
      const others = Array.from({ length: count }, (_each, index) => `of-the-shop-${index}`);
      const makeRecord = (id: string) => ({ ...sale, orderId: id, transactionId: id });
      const finds: string[] = [];
      const records: ProviderRecords = {
        async find(id) {
          if (!others.includes(id)) return backend.sandbox.records.find(id);
          finds.push(id);
          return makeRecord(id);
        },
        async *list(span) {
          yield* backend.sandbox.records.list(span);
          if (Date.parse(sale.createdAt) >= span.from.getTime()) yield* others.map(makeRecord);
        },
      };
      backend.sandbox.play('void', sale.transactionId);
      const replica = await backend.openReplica({ charging: { ...backend.sandbox, records } });
      return { replica, others, finds };
    }

    it('looks up at most 200 differences again in each run, in rotation, and counts all', async () => {
      const { replica, others, finds } = await sellOthers(300);
      await replica.runSettlementRound();
      expect(await waiting()).toMatchObject({ 'no-order': 300 });
      expect(finds).toEqual([]);
      for (const run of [1, 2]) {
        backend.advance(5 * DAY_MS);
        await replica.runSettlementRound();
        expect(finds).toHaveLength(run * 200);
        expect(await waiting()).toMatchObject({ 'no-order': 300 });
        expect(reports.at(-1)?.differences).toMatchObject({ 'no-order': 300 });
      }
      expect(new Set(finds)).toEqual(new Set(others));
    });

    it('compares all differences of an order at once, also across the limit', async () => {
      const { replica } = await sellOthers(199);
      const { orderId } = await pay();
      await sell(orderId);
      await change(orderId, { state: 'voided', transaction_id: null });
      const found = { 'no-order': 199, 'charged-twice': 1, 'state-differs': 1 };
      await replica.runSettlementRound();
      expect(await waiting()).toMatchObject(found);
      const { db } = backend.store;
      const { result } = await db.selectFrom('backend_jobs').select('result').executeTakeFirstOrThrow();
      const stored = JSON.parse(result!) as { open: { orderId: string }[] };
      const open = stored.open.toSorted(
        (one, other) => Number(one.orderId === orderId) - Number(other.orderId === orderId),
      );
      await db
        .updateTable('backend_jobs')
        .set({ result: JSON.stringify({ ...stored, open }) })
        .execute();
      backend.advance(5 * DAY_MS);
      await replica.runSettlementRound();
      expect(await waiting()).toMatchObject(found);
    });

    it('keeps differences of our own payments, found after thousands of others', async () => {
      const { replica } = await sellOthers(2_100);
      await replica.runSettlementRound();
      expect(reports.at(-1)).toMatchObject({ differences: { 'no-order': 2_100 }, dropped: 100 });
      backend.advance(5 * DAY_MS);
      const { orderId } = await pay();
      const ours = [await sell(orderId), await sell(`${randomUUID()}-1`)];
      await replica.runSettlementRound();
      expect(reports.at(-1)).toMatchObject({ differences: { 'no-order': 2_001, 'charged-twice': 1 }, dropped: 2 });
      for (let day = 0; day < 5; day += 1) {
        backend.advance(DAY_MS);
        await replica.runSettlementRound();
        expect(await waiting()).toMatchObject({ 'no-order': 1_999, 'charged-twice': 1 });
      }
      for (const transactionId of ours) backend.sandbox.play('void', transactionId);
      for (let day = 0; day < 10; day += 1) {
        backend.advance(DAY_MS);
        await replica.runSettlementRound();
      }
      expect(await waiting()).toMatchObject({ 'no-order': 1_998, 'charged-twice': 0 });
    });
  });

  it('reads the result of the release before', async () => {
    const counts = { ...countDifferences([]), 'charged-twice': 1 };
    await backend.runSettlementRound();
    const result = JSON.stringify({ differences: counts, orders: 1 });
    await backend.store.db.updateTable('backend_jobs').set({ result }).execute();
    expect(await waiting()).toEqual(counts);
    backend.advance(DAY_MS);
    await backend.runSettlementRound();
    expect(await waiting()).toEqual(countDifferences([]));
  });

  it('is retried by any replica an hour after a failure', async () => {
    const records: ProviderRecords = {
      ...backend.sandbox.records,
      list: () => {
        throw new Error('down');
      },
    };
    const silent = await backend.openReplica({ charging: { ...backend.sandbox, records } });
    await expect(silent.runSettlementRound()).rejects.toThrow('down');
    await backend.runSettlementRound();
    expect(reports).toEqual([]);
    backend.advance(HOUR_MS);
    await backend.runSettlementRound();
    expect(reports).toHaveLength(1);
  });

  it('reports its time, and lists every kind with 0', async () => {
    const kinds = Object.fromEntries(DIFFERENCE_KINDS.map((kind) => [kind, 0]));
    expect((await backend.readBacklog()).reconciliation).toEqual({ differences: kinds, finishedAt: 0 });
    await backend.runSettlementRound();
    const { finishedAt } = (await backend.readBacklog()).reconciliation;
    expect(finishedAt).toBe(Date.parse('2026-03-01T12:00:00Z') / 1000);
  });
});
