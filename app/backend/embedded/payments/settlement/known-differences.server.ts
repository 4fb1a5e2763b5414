import { z } from 'zod';
import { keysOf } from '~/domain/keys-of';
import type { Db } from '~/store/store';
import { jsonColumn } from '~/store/json-column';
import type { JobTable } from '~/store/settlement-tables';
import { inTransaction } from '../attempts/attempt-history.server';
import { DIFFERENCE_KINDS, type DifferenceKind } from './compare-books';
import {
  countDifferences,
  reconcile,
  type Books,
  type KnownDifference,
  type ReconcileOptions,
  type Reconciliation,
  type Span,
} from './reconcile.server';

/** The row of the daily reconciliation in `backend_jobs`. */
export const JOB_NAME = 'reconciliation';

/** Each open difference costs a call to the provider in every run. */
const MAX_KNOWN = 200;

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
    /** Compared again in every run, until both sides agree or an operator has dealt with them. */
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

/** Reconciles a time span and the differences that earlier daily runs left open. Leaves out those that an operator has dealt with. */
export async function reconcileWithKnown(
  books: Books,
  span: Span,
  options: Pick<ReconcileOptions, 'refresh'> = {},
): Promise<Reconciliation & { known: number }> {
  const { open, dealtWith } = read((await readRow(books.db))?.result);
  const { differences, orders } = await reconcile(books, span, { ...options, known: open });
  return { differences: leaveOut(dealtWith, differences), orders, known: open.length };
}

/**
 * Makes the result of a daily run. Drops the newest differences if there are too many: the next run finds those again.
 *
 * @param before the row's result, to which an operator may have written during the run
 */
export function makeResult({ differences, orders }: Reconciliation, before: string | null): string {
  const last = read(before);
  const found = leaveOut(last.dealtWith, differences);
  const open = [...found.filter((one) => includes(last.open, one)), ...leaveOut(last.open, found)];
  return resultColumn.write({
    differences: countDifferences(found),
    orders,
    open: open.slice(0, MAX_KNOWN).map(({ kind, orderId, transactionId }) => ({ kind, orderId, transactionId })),
    dealtWith: last.dealtWith,
  });
}

/** The open differences of an order or transaction id. */
export async function findOpenDifferences(db: Db, id: string): Promise<KnownDifference[]> {
  return read((await readRow(db))?.result).open.filter((one) => isAbout(one, id));
}

/** Leaves the open differences of an order or transaction id out of later runs. @returns those that were open */
export async function closeDifferences(db: Db, id: string): Promise<KnownDifference[]> {
  let closed: KnownDifference[] = [];
  await changeResult(db, JOB_NAME, {}, (before) => {
    const last = read(before);
    closed = last.open.filter((one) => isAbout(one, id));
    const counts = countDifferences(closed);
    const differences = keysOf(counts).map((kind) => [kind, (last.differences[kind] ?? 0) - counts[kind]]);
    return resultColumn.write({
      differences: Object.fromEntries(differences) as Record<DifferenceKind, number>,
      orders: last.orders,
      open: leaveOut(closed, last.open),
      dealtWith: [...last.dealtWith, ...closed].slice(-MAX_KNOWN),
    });
  });
  return closed;
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
  return all.filter((one) => !includes(some, one));
}

function includes(some: readonly KnownDifference[], { kind, orderId, transactionId }: KnownDifference): boolean {
  return some.some((one) => one.kind === kind && one.orderId === orderId && one.transactionId === transactionId);
}

function isAbout({ orderId, transactionId }: KnownDifference, id: string): boolean {
  return orderId === id || transactionId === id;
}
