import type { EmbeddedContext } from '~/backend/embedded/context';
import type { Db, StoreClock } from '~/store/store';
import { followSettlement } from './follow-settlement.server';
import {
  changeResult,
  createJob,
  JOB_NAME,
  makeResult,
  reconcileWithKnown,
  reportOf,
} from './known-differences.server';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** More than a day, so that the next run covers a missed one. */
const SPAN_MS = 3 * DAY_MS;
/** So that a run ends long before its lease, however many differences are open. */
const MAX_LOOK_UPS = 200;

/**
 * Reconciles the last three days, and the differences found before, once a day in only one process. Updates settlements from the provider
 * before it counts differences.
 */
export async function reconcileDaily(context: EmbeddedContext): Promise<boolean> {
  const { db, charging } = context;
  return runWhenDue(context, {
    name: JOB_NAME,
    everyMs: DAY_MS,
    retryMs: HOUR_MS,
    async work(to) {
      const span = { from: new Date(to.getTime() - SPAN_MS), to };
      const found = await reconcileWithKnown({ db, records: charging.records }, span, {
        refresh: (orderId) => followSettlement(context, orderId),
        maxLookUps: MAX_LOOK_UPS,
      });
      context.reportReconciliation(reportOf(found));
      return (before) => makeResult(found, before);
    },
  });
}

/** Longer than a run takes. After this time another process takes over from one that crashed. */
const LEASE_MS = 60 * 60 * 1000;

/**
 * Runs a job that is due, in only one process. A time that no run could have written was written before the clock was set back, so the job
 * is due then, too.
 *
 * @param job.everyMs from the beginning of one run to the beginning of the next
 * @param job.retryMs until the next run after a failed one
 * @param job.work receives the store's time, and returns the run's result as JSON, given the result that the row contains by then
 * @returns whether this process ran it
 * @throws the work's errors
 */
async function runWhenDue(
  { db, storeClock }: { db: Db; storeClock: StoreClock },
  job: {
    name: string;
    everyMs: number;
    retryMs: number;
    work: (startedAt: Date) => Promise<(before: string | null) => string>;
  },
): Promise<boolean> {
  const { name, everyMs, retryMs, work } = job;
  const { now: startedAt } = await storeClock.read(db);
  const after = (ms: number) => new Date(startedAt.getTime() + ms).toISOString();
  await createJob(db, name, startedAt);
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
  try {
    const makeResultOf = await work(startedAt);
    const { now: finishedAt } = await storeClock.read(db);
    const changes = { next_at: after(everyMs), finished_at: finishedAt.toISOString() };
    await changeResult(db, name, changes, makeResultOf);
  } catch (error) {
    await db
      .updateTable('backend_jobs')
      .set({ next_at: after(retryMs) })
      .where('name', '=', name)
      .execute();
    throw error;
  }
  return true;
}
