import type { Kysely } from 'kysely';
import type { Schema } from '~/store/schema';
import { UNFINISHED_STATES, WAITING_STATES, type AttemptState } from './attempt-states';

/** Every state is listed, even with 0, because an alert on a missing metric never fires. */
const OPEN_STATES: AttemptState[] = [...UNFINISHED_STATES, ...WAITING_STATES];

export interface OpenPayments {
  counts: Record<string, number>;
  /** Seconds since the oldest one began; 0 where there is none. */
  oldest: Record<string, number>;
}

/** The unfinished payments by state. */
export async function countOpenPayments(db: Kysely<Schema>, now: Date): Promise<OpenPayments> {
  const attempts = await db
    .selectFrom('backend_payment_attempts')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count'), fn.min('created_at').as('since')])
    .where('state', 'in', OPEN_STATES)
    .groupBy('state')
    .execute();
  const counts = new Map(attempts.map(({ state, count }) => [state, count]));
  const oldest = new Map(attempts.map(({ state, since }) => [state, (now.getTime() - Date.parse(since)) / 1000]));
  return {
    counts: Object.fromEntries(OPEN_STATES.map((state) => [state, counts.get(state) ?? 0])),
    oldest: Object.fromEntries(OPEN_STATES.map((state) => [state, Math.max(0, oldest.get(state) ?? 0)])),
  };
}
