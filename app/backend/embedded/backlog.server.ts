import type { Kysely } from 'kysely';
import type { Schema } from '~/store/schema';
import { UNFINISHED_STATES, type AttemptState } from './payments/attempt-states';

/** What waits: payments that are not over, and mails. */
export interface Backlog {
  payments: Record<string, number>;
  mails: { waiting: number; 'given-up': number };
}

/** Every state is there, with 0 too: an alert on a figure that is missing never fires. */
const OPEN_STATES: AttemptState[] = [...UNFINISHED_STATES, 'needs-operator'];

/** Counts what waits. */
export async function readBacklog(db: Kysely<Schema>): Promise<Backlog> {
  const attempts = await db
    .selectFrom('backend_payment_attempts')
    .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
    .where('state', 'in', OPEN_STATES)
    .groupBy('state')
    .execute();
  const unsent = await db
    .selectFrom('backend_mails')
    .select(({ fn }) => [fn.countAll<number>().as('all'), fn.count<number>('given_up_at').as('givenUp')])
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow();
  const counts = new Map(attempts.map(({ state, count }) => [state, count]));
  return {
    payments: Object.fromEntries(OPEN_STATES.map((state) => [state, counts.get(state) ?? 0])),
    mails: { waiting: unsent.all - unsent.givenUp, 'given-up': unsent.givenUp },
  };
}
