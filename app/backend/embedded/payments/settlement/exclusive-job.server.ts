import type { Clock } from '~/domain/clock';
import type { Db } from '~/store/open-store.server';

/** Longer than a run takes. Should a process die in the middle, another one begins anew after this time. */
const LEASE_MS = 60 * 60 * 1000;

/**
 * Does a job that is due, in one process of all.
 *
 * @param job.everyMs from the beginning of one run to the beginning of the next
 * @param job.retryMs until the next run after one that failed
 * @param job.work @returns what is kept of the run: JSON
 * @returns whether this process did it
 * @throws what the work throws
 */
export async function runWhenDue(
  { db, clock }: { db: Db; clock: Clock },
  job: { name: string; everyMs: number; retryMs: number; work: () => Promise<string> },
): Promise<boolean> {
  const { name, everyMs, retryMs, work } = job;
  const began = clock.now();
  const after = (ms: number) => new Date(began.getTime() + ms).toISOString();
  await db
    .insertInto('backend_jobs')
    .values({ name, next_at: began.toISOString(), finished_at: null, result: null })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const claimed = await db
    .updateTable('backend_jobs')
    .set({ next_at: after(LEASE_MS) })
    .where('name', '=', name)
    .where('next_at', '<=', began.toISOString())
    .returning('name')
    .executeTakeFirst();
  if (!claimed) return false;
  const write = (changes: { next_at: string; finished_at?: string; result?: string }) =>
    db.updateTable('backend_jobs').set(changes).where('name', '=', name).execute();
  try {
    const result = await work();
    await write({ next_at: after(everyMs), finished_at: clock.now().toISOString(), result });
  } catch (error) {
    await write({ next_at: after(retryMs) });
    throw error;
  }
  return true;
}
