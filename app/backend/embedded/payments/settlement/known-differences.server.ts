import { z } from 'zod';
import { keysOf } from '~/domain/keys-of';
import type { Db } from '~/store/store';
import { jsonColumn } from '~/store/json-column';
import type { JobTable } from '~/store/settlement-tables';
import type { EmbeddedContext, ReconciliationReport } from '~/backend/embedded/context';
import { inTransaction } from '../attempts/attempt-history.server';
import { isOurOrderId } from '../attempts/attempt-store.server';
import { DIFFERENCE_KINDS, type DifferenceKind } from './compare-books';
import {
  countDifferences,
  reconcile,
  reconcileId,
  type Books,
  type KnownDifference,
  type ReconcileOptions,
  type Reconciliation,
  type Span,
} from './reconcile.server';

/** The row of the daily reconciliation in `backend_jobs`. */
export const JOB_NAME = 'reconciliation';

/** Limits the list that every scrape of the metrics reads. */
const MAX_KNOWN = 2_000;

const knownList = z
  .array(
    z.object({ kind: z.enum(DIFFERENCE_KINDS), orderId: z.string().nullable(), transactionId: z.string().nullable() }),
  )
  // The release before stored only counts.
  .default([]);
const resultColumn = jsonColumn(
  'result',
  z.object({
    differences: z.record(z.enum(DIFFERENCE_KINDS), z.number()),
    orders: z.number(),
    /** Compared again, the first ones first, until both sides agree or an operator has dealt with them. */
    open: knownList,
    /** An operator has dealt with them, so later runs leave them out. */
    dealtWith: knownList,
  }),
);
const NO_RESULT = { differences: countDifferences([]), orders: 0, open: [], dealtWith: [] };

export interface LastReconciliation {
  differences: Record<DifferenceKind, number>;
  /** Seconds since 1970; 0 before the first run. */
  finishedAt: number;
}

/** The result of the last run, for the metrics. */
export async function readLastReconciliation(db: Db): Promise<LastReconciliation> {
  const row = await readRow(db);
  const found = keysOf(NO_RESULT.differences).map((kind) => [kind, read(row?.result).differences[kind] ?? 0]);
  return {
    differences: Object.fromEntries(found) as Record<DifferenceKind, number>,
    finishedAt: row?.finished_at ? Date.parse(row.finished_at) / 1000 : 0,
  };
}

interface KnownReconciliation extends Reconciliation {
  /** How many open differences were compared again. */
  known: number;
  /** Open differences beyond the limit of look-ups. */
  unexamined: KnownDifference[];
}

/**
 * Reconciles a time span and the differences that earlier daily runs left open. Leaves out those that an operator has dealt with.
 *
 * @param options.maxLookUps how many open differences to compare again; each costs a call to the provider
 */
export async function reconcileWithKnown(
  books: Books,
  span: Span,
  { refresh, maxLookUps = Infinity }: Pick<ReconcileOptions, 'refresh'> & { maxLookUps?: number } = {},
): Promise<KnownReconciliation> {
  const { open, dealtWith } = read((await readRow(books.db))?.result);
  const orderIds = new Set(open.slice(0, maxLookUps).map(({ orderId }) => orderId));
  // One comparison finds all differences of an order.
  const isKnown = ({ orderId }: KnownDifference, index: number) =>
    index < maxLookUps || (orderId !== null && orderIds.has(orderId));
  const known = open.filter(isKnown);
  const { differences, orders } = await reconcile(books, span, { refresh, known });
  return {
    differences: leaveOut(dealtWith, differences),
    orders,
    known: known.length,
    unexamined: leaveOut([...differences, ...known], open),
  };
}

/** Summarises a daily run, for the log. */
export function reportOf({ differences, unexamined, orders }: KnownReconciliation): ReconciliationReport {
  const open = [...unexamined, ...differences];
  return { orders, differences: countDifferences(open), dropped: Math.max(0, open.length - MAX_KNOWN) };
}

/**
 * Makes the result of a daily run. Sorts the differences that it did not examine first, for the next run.
 *
 * @param before the row's result, to which an operator may have written during the run
 */
export function makeResult({ differences, unexamined, orders }: KnownReconciliation, before: string | null): string {
  const last = read(before);
  const found = leaveOut(last.dealtWith, [...unexamined, ...differences]);
  return resultColumn.write({
    differences: countDifferences(found),
    orders,
    open: dropExcess(found).map(({ kind, orderId, transactionId }) => ({ kind, orderId, transactionId })),
    dealtWith: last.dealtWith,
  });
}

/** Drops differences of other products' sales before ours. */
function dropExcess(all: readonly KnownDifference[]): KnownDifference[] {
  if (all.length <= MAX_KNOWN) return [...all];
  const isOurs = ({ orderId }: KnownDifference) => orderId !== null && isOurOrderId(orderId);
  const kept = new Set([...all.filter(isOurs), ...all.filter((one) => !isOurs(one))].slice(0, MAX_KNOWN));
  return all.filter((one) => kept.has(one));
}

/** The open differences of an order or transaction id. */
export async function findOpenDifferences(db: Db, id: string): Promise<KnownDifference[]> {
  return read((await readRow(db))?.result).open.filter((one) => isAbout(one, id));
}

/** The differences of an order or transaction id at this moment, except those that an operator has dealt with. */
export async function findDifferences(
  context: Pick<EmbeddedContext, 'db' | 'charging'>,
  id: string,
): Promise<KnownDifference[]> {
  const { dealtWith } = read((await readRow(context.db))?.result);
  const found = await reconcileId(context, id);
  return leaveOut(dealtWith, found).filter((one) => isAbout(one, id));
}

/** Leaves differences out of later runs, whether the daily run found them or not. Corrects its figures by those that it found. */
export async function closeDifferences(db: Db, closed: readonly KnownDifference[], now: Date): Promise<void> {
  await createJob(db, JOB_NAME, now);
  await changeResult(db, JOB_NAME, {}, (before) => {
    const last = read(before);
    const open = leaveOut(closed, last.open);
    const counts = countDifferences(leaveOut(open, last.open));
    const differences = keysOf(counts).map((kind) => [kind, (last.differences[kind] ?? 0) - counts[kind]]);
    const added = closed.map(({ kind, orderId, transactionId }) => ({ kind, orderId, transactionId }));
    return resultColumn.write({
      differences: Object.fromEntries(differences) as Record<DifferenceKind, number>,
      orders: last.orders,
      open,
      dealtWith: [...leaveOut(closed, last.dealtWith), ...added].slice(-MAX_KNOWN),
    });
  });
}

/** Creates a job's row, due at once, if it has none. */
export async function createJob(db: Db, name: string, now: Date): Promise<void> {
  await db
    .insertInto('backend_jobs')
    .values({ name, next_at: now.toISOString(), finished_at: null, result: null })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/**
 * Replaces a job's result by one made from it, while no other process can write the row.
 *
 * @param name of the job
 * @param changes of its other columns
 */
export async function changeResult(
  db: Db,
  name: string,
  changes: Partial<Pick<JobTable, 'next_at' | 'finished_at'>>,
  make: (before: string | null) => string,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const row = await transaction
      .updateTable('backend_jobs')
      .set({ name, ...changes })
      .where('name', '=', name)
      .returning('result')
      .executeTakeFirst();
    if (!row) return;
    await transaction
      .updateTable('backend_jobs')
      .set({ result: make(row.result) })
      .where('name', '=', name)
      .execute();
  });
}

function readRow(db: Db) {
  return db
    .selectFrom('backend_jobs')
    .select(['finished_at', 'result'])
    .where('name', '=', JOB_NAME)
    .executeTakeFirst();
}

function read(result: string | null | undefined) {
  return resultColumn.readOrNull(result ?? null) ?? NO_RESULT;
}

function leaveOut<One extends KnownDifference>(some: readonly KnownDifference[], all: readonly One[]): One[] {
  const keys = new Set(some.map(keyOf));
  return all.filter((one) => !keys.has(keyOf(one)));
}

function keyOf({ kind, orderId, transactionId }: KnownDifference): string {
  return JSON.stringify([kind, orderId, transactionId]);
}

function isAbout({ orderId, transactionId }: KnownDifference, id: string): boolean {
  return orderId === id || transactionId === id;
}
