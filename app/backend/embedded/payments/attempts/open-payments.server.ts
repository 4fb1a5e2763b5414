import type { Kysely } from 'kysely';
import type { Schema } from '~/store/schema';
import { UNFINISHED_STATES, type AttemptState } from './attempt-states';

/** Every state is listed, even with 0, because an alert on a missing metric never fires. */
const OPEN_STATES: AttemptState[] = [...UNFINISHED_STATES, 'needs-operator'];

/** Counts the unfinished payments by state. */
export async function countOpenPayments(db: Kysely<Schema>): Promise<Record<string, number>> {
  const attempts = await db
    .selectFrom('backend_payment_attempts')
    .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
    .where('state', 'in', OPEN_STATES)
    .groupBy('state')
    .execute();
  const counts = new Map(attempts.map(({ state, count }) => [state, count]));
  return Object.fromEntries(OPEN_STATES.map((state) => [state, counts.get(state) ?? 0]));
}
