import type { EmbeddedContext } from '~/backend/embedded/context';
import type { ProviderRecord, ProviderRecords } from '~/payments/records-port';
import { compareEntry, DIFFERENCE_KINDS, type BookEntry, type Difference, type DifferenceKind } from './compare-books';
import { FOLLOWED_STATES } from './settlement-states';
import type { Db } from '~/store/store';

/** Order ids per statement. */
const BATCH_SIZE = 200;

export interface Reconciliation {
  differences: Difference[];
  /** How many orders of the time span were compared. */
  orders: number;
}

/** An order, or a sale without an order id, that differed before. */
export type KnownDifference = Pick<Difference, 'kind' | 'orderId' | 'transactionId'>;

/** One order id in our records and in the provider's. */
type OrderEntry = BookEntry & { orderId: string };

export interface Span {
  from: Date;
  to: Date;
}

/** Our store and the provider's records. */
export interface Books {
  db: Db;
  records: ProviderRecords;
}

export interface ReconcileOptions {
  /** Differences found before, which are compared again whenever their sales were made. */
  known?: readonly KnownDifference[];
  /** Receives each order whose states differ, and may update our side before the second comparison. */
  refresh?(orderId: string): Promise<unknown>;
}

/**
 * Compares the provider's transactions in a time span with our orders, and our payments in that span with the provider's. Only reads.
 *
 * A payment may proceed between reading the provider's list and our books. So each difference is compared again, reading our side first: a
 * state that is final in our books is already final at the provider. Only differences in the second comparison count.
 *
 * @throws Error if the provider or the store fails
 */
export async function reconcile(
  { db, records }: Books,
  span: Span,
  { known = [], refresh }: ReconcileOptions = {},
): Promise<Reconciliation> {
  const listed = await listProviderRecords(records, span);
  const inSpan = new Set([...listed.flatMap(({ orderId }) => orderId ?? []), ...(await findPaidOrderIds(db, span))]);
  const all = [...listed, ...(await findKnown(records, known, listed))];
  const orderIds = [...inSpan, ...known.flatMap(({ orderId }) => orderId ?? [])];
  return { differences: await compareRecords({ db, records }, all, { orderIds, refresh }), orders: inSpan.size };
}

/** Compares one order, by its id or that of a transaction, whenever it was paid. @throws Error if the provider or the store fails */
export async function reconcileId(
  { db, charging }: Pick<EmbeddedContext, 'db' | 'charging'>,
  id: string,
): Promise<Difference[]> {
  const { records } = charging;
  const named = await records.find(id);
  const orderId = named ? named.orderId : id;
  const found = named ? [named] : [];
  for (const { transactionId } of orderId === null ? [] : await charging.findByOrderId(orderId)) {
    const record = transactionId === id ? undefined : await records.find(transactionId);
    if (record) found.push(record);
  }
  return compareRecords({ db, records }, found, { orderIds: orderId === null ? [] : [orderId] });
}

/** Compares the provider's records, by order, and further order ids, with our orders. */
async function compareRecords(
  { db, records }: Books,
  all: readonly ProviderRecord[],
  { orderIds: further, refresh }: { orderIds: readonly string[] } & Pick<ReconcileOptions, 'refresh'>,
): Promise<Difference[]> {
  const { theirs, withoutOrder } = groupByOrder(all);
  const differences: Difference[] = withoutOrder.flatMap((record) =>
    compareEntry({ orderId: null, attempt: undefined, hasOrder: false, settlement: undefined, records: [record] }),
  );
  const orderIds = [...new Set([...theirs.keys(), ...further])];
  for (let index = 0; index < orderIds.length; index += BATCH_SIZE) {
    for (const entry of await readEntries(db, orderIds.slice(index, index + BATCH_SIZE), theirs)) {
      const found = compareEntry(await addMissingSale(records, entry));
      // A payment's row is written before its money is requested, so a payment missing from our store is not in progress either.
      if (found.length === 0 || !entry.attempt) differences.push(...found);
      else {
        if (found.some(({ kind }) => kind === 'state-differs')) await refresh?.(entry.orderId);
        differences.push(...(await compareAgain(db, records, entry)));
      }
    }
  }
  return differences;
}

export function countDifferences(differences: readonly Pick<Difference, 'kind'>[]): Record<DifferenceKind, number> {
  const counts = DIFFERENCE_KINDS.map((kind) => [kind, differences.filter((one) => one.kind === kind).length]);
  return Object.fromEntries(counts) as Record<DifferenceKind, number>;
}

async function listProviderRecords(records: ProviderRecords, span: Span): Promise<ProviderRecord[]> {
  const listed: ProviderRecord[] = [];
  for await (const record of records.list(span)) listed.push(record);
  return listed;
}

/** The sales that differed before and that the provider did not list for the span. */
async function findKnown(
  records: ProviderRecords,
  known: readonly KnownDifference[],
  listed: readonly ProviderRecord[],
): Promise<ProviderRecord[]> {
  const isListed = new Set(listed.map(({ transactionId }) => transactionId));
  const ids = new Set(known.flatMap(({ transactionId }) => transactionId ?? []));
  const found: ProviderRecord[] = [];
  for (const id of ids) {
    const record = isListed.has(id) ? undefined : await records.find(id);
    if (record) found.push(record);
  }
  return found;
}

function groupByOrder(all: readonly ProviderRecord[]) {
  const theirs = new Map<string, ProviderRecord[]>();
  const withoutOrder: ProviderRecord[] = [];
  for (const record of all) {
    if (record.orderId === null) withoutOrder.push(record);
    else theirs.set(record.orderId, [...(theirs.get(record.orderId) ?? []), record]);
  }
  return { theirs, withoutOrder };
}

/** The second comparison of one of our orders, our side first. */
async function compareAgain(db: Db, records: ProviderRecords, { orderId, records: listed }: OrderEntry) {
  const entries = await readEntries(db, [orderId], new Map());
  const now: ProviderRecord[] = [];
  for (const { transactionId } of listed.filter(({ type }) => type === 'sale')) {
    const record = await records.find(transactionId);
    if (record) now.push(record);
  }
  const again = entries.map(async (entry) => compareEntry(await addMissingSale(records, { ...entry, records: now })));
  return (await Promise.all(again)).flat();
}

/** Our payments in the span that are, or were, paid at the provider. */
async function findPaidOrderIds(db: Db, { from, to }: Span): Promise<string[]> {
  const rows = await db
    .selectFrom('backend_payment_attempts')
    .select('order_id')
    .where('created_at', '>=', from.toISOString())
    .where('created_at', '<=', to.toISOString())
    .where('state', 'in', FOLLOWED_STATES)
    .where('amount', '>', 0)
    .orderBy('created_at')
    .execute();
  return rows.map(({ order_id }) => order_id);
}

async function readEntries(
  db: Db,
  orderIds: string[],
  theirs: ReadonlyMap<string, ProviderRecord[]>,
): Promise<OrderEntry[]> {
  const rows = await db
    .selectFrom('backend_payment_attempts as attempt')
    .leftJoin('backend_orders as paid', 'paid.id', 'attempt.order_id')
    .leftJoin('backend_settlements as followed', 'followed.order_id', 'attempt.order_id')
    .select([
      'attempt.order_id',
      'attempt.state',
      'attempt.amount',
      'attempt.currency',
      'attempt.transaction_id',
      'paid.id as paid_id',
      'followed.state as followed_state',
      'followed.refunded',
    ])
    .where('attempt.order_id', 'in', orderIds)
    .execute();
  const ours = new Map(rows.map((row) => [row.order_id, row]));
  return orderIds.map((orderId) => {
    const row = ours.get(orderId);
    const settlement = row?.followed_state ? { state: row.followed_state, refunded: row.refunded ?? 0 } : undefined;
    return {
      orderId,
      attempt: row,
      hasOrder: typeof row?.paid_id === 'string',
      settlement,
      records: theirs.get(orderId) ?? [],
    };
  });
}

/** Looks up a missing sale by its id. A refund may be in the span without its sale, and the two clocks may differ at its edges. */
async function addMissingSale(records: ProviderRecords, entry: OrderEntry): Promise<OrderEntry> {
  const id = entry.attempt?.transaction_id;
  if (!id || entry.records.some(({ transactionId }) => transactionId === id)) return entry;
  const sale = await records.find(id);
  return sale ? { ...entry, records: [...entry.records, sale] } : entry;
}
