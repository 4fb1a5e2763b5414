import { z } from 'zod';
import { keysOf } from '~/domain/keys-of';
import type { EmbeddedContext } from '~/backend/embedded/context';
import type { Db, StoreClock } from '~/store/store';
import { jsonColumn } from '~/store/json-column';
import { DIFFERENCE_KINDS, type DifferenceKind } from './compare-books';
import { followSettlement } from './follow-settlement.server';
import { countDifferences, reconcile } from './reconcile.server';

const NAME = 'reconciliation';
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** More than a day, so that the next run covers a missed one. */
const SPAN_MS = 3 * DAY_MS;

const counts = z.record(z.enum(DIFFERENCE_KINDS), z.number());
const resultColumn = jsonColumn('result', z.object({ differences: counts, orders: z.number() }));

/** Reconciles the last three days once a day, in only one process. Updates settlements from the provider before it counts differences. */
export async function reconcileDaily(context: EmbeddedContext): Promise<boolean> {
  const { db, charging } = context;
  return runWhenDue(context, {
    name: NAME,
    everyMs: DAY_MS,
    retryMs: HOUR_MS,
    async work(to) {
      const span = { from: new Date(to.getTime() - SPAN_MS), to };
      const found = await reconcile({ db, records: charging.records }, span, {
        refresh: (orderId) => followSettlement(context, orderId),
      });
      const differences = countDifferences(found.differences);
      context.reportReconciliation({ orders: found.orders, differences });
      return resultColumn.write({ orders: found.orders, differences });
    },
  });
}

export interface LastReconciliation {
  differences: Record<DifferenceKind, number>;
  /** Seconds since 1970; 0 before the first run. */
  finishedAt: number;
}

/** The result of the last run, for the metrics. */
export async function readLastReconciliation(db: Db): Promise<LastReconciliation> {
  const row = await db
    .selectFrom('backend_jobs')
    .select(['finished_at', 'result'])
    .where('name', '=', NAME)
    .executeTakeFirst();
  const result = resultColumn.readOrNull(row?.result ?? null);
  const found = keysOf(countDifferences([])).map((kind) => [kind, result?.differences[kind] ?? 0]);
  return {
    differences: Object.fromEntries(found) as Record<DifferenceKind, number>,
    finishedAt: row?.finished_at ? Date.parse(row.finished_at) / 1000 : 0,
  };
}

/** Longer than a run takes. After this time another process takes over from one that crashed. */
const LEASE_MS = 60 * 60 * 1000;

/**
 * Runs a job that is due, in only one process. A time that no run could have written was written before the clock was set back, so the job
 * is due then, too.
 *
 * @param job.everyMs from the beginning of one run to the beginning of the next
 * @param job.retryMs until the next run after a failed one
 * @param job.work receives the store's time, and returns the run's result as JSON
 * @returns whether this process ran it
 * @throws the work's errors
 */
async function runWhenDue(
  { db, storeClock }: { db: Db; storeClock: StoreClock },
  job: { name: string; everyMs: number; retryMs: number; work: (startedAt: Date) => Promise<string> },
): Promise<boolean> {
  const { name, everyMs, retryMs, work } = job;
  const { now: startedAt } = await storeClock.read(db);
  const after = (ms: number) => new Date(startedAt.getTime() + ms).toISOString();
  await db
    .insertInto('backend_jobs')
    .values({ name, next_at: startedAt.toISOString(), finished_at: null, result: null })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const claimed = await db
    .updateTable('backend_jobs')
    .set({ next_at: after(LEASE_MS) })
    .where('name', '=', name)
    .where((is) =>
      is.or([
        is('next_at', '<=', startedAt.toISOString()),
        is('next_at', '>', after(Math.max(everyMs, retryMs) + LEASE_MS)),
      ]),
    )
    .returning('name')
    .executeTakeFirst();
  if (!claimed) return false;
  const write = (changes: { next_at: string; finished_at?: string; result?: string }) =>
    db.updateTable('backend_jobs').set(changes).where('name', '=', name).execute();
  try {
    const result = await work(startedAt);
    const { now: finishedAt } = await storeClock.read(db);
    await write({ next_at: after(everyMs), finished_at: finishedAt.toISOString(), result });
  } catch (error) {
    await write({ next_at: after(retryMs) });
    throw error;
  }
  return true;
}
