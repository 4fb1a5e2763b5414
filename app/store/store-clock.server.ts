import { sql } from 'kysely';
import type { Db, StoreClock } from './store';

/** Ignore smaller jumps: clocks are adjusted all the time. */
const STEP_MS = 1_000;
/** A clock that was set may be wrong. Time synchronisation or an operator corrects it meanwhile. */
const TRUSTED_AFTER_MS = 60 * 60 * 1000;

/**
 * Compares a clock with this process's own monotonic clock. Between two readings both must advance equally.
 *
 * @param onStep called with the milliseconds by which the clock was set forward, or back if negative
 */
export function createStoreClock(
  readNow: (db: Db) => Promise<Date>,
  { onStep, counter = () => performance.now() }: { onStep?: (ms: number) => void; counter?: () => number } = {},
): StoreClock {
  let last: { least: number; most: number } | undefined;
  let steppedAt = -Infinity;
  return {
    async read(db) {
      const asked = counter();
      const now = await readNow(db);
      const answered = counter();
      // The clock was read at some moment in between.
      const ahead = { least: now.getTime() - answered, most: now.getTime() - asked };
      const step = last === undefined ? 0 : stepBetween(last, ahead);
      last = ahead;
      if (step !== 0) {
        steppedAt = answered;
        onStep?.(step);
      }
      return { now, steadyMs: answered - steppedAt };
    },
  };
}

function stepBetween(before: { least: number; most: number }, after: { least: number; most: number }): number {
  if (after.least > before.most + STEP_MS) return after.least - before.most;
  if (after.most < before.least - STEP_MS) return after.most - before.least;
  return 0;
}

/**
 * Finds the time by which data has expired.
 *
 * @returns undefined soon after the clock was set, because a deletion by a wrong clock cannot be undone
 */
export async function findTimeToPurge(clock: StoreClock, db: Db): Promise<Date | undefined> {
  const { now, steadyMs } = await clock.read(db);
  return steadyMs < TRUSTED_AFTER_MS ? undefined : now;
}

/** The database's own clock. */
export async function readPostgresTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('Postgres returned no time');
  return row.now;
}

/** SQLite uses the machine's clock, and one process at a time. */
export function readMachineTime(): Promise<Date> {
  return Promise.resolve(new Date());
}
