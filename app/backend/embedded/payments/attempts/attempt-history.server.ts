import type { Kysely, Selectable, Updateable } from 'kysely';
import type { Schema } from '~/store/schema';
import type { PaymentAttemptTable, PaymentHistoryTable } from '~/store/backend-tables';
import type { AttemptState } from './attempt-states';
import type { AttemptWriter } from './attempt-writer';
import type { PaymentAttempt } from './payment-attempt';

export type HistoryLine = Selectable<PaymentHistoryTable>;

interface HistoryNote {
  orderId: string;
  /** ISO 8601. */
  at: string;
  from: AttemptState | null;
  to: AttemptState;
  reason?: string | null;
  /** The process, as `host:pid`, or the operator's name. */
  by: string;
}

/** Appends a line. Call it in the transaction that changes the attempt, whose row lock keeps two lines from taking one number. */
export async function appendHistory(
  db: Kysely<Schema>,
  { orderId, at, from, to, reason = null, by }: HistoryNote,
): Promise<void> {
  const last = await db
    .selectFrom('backend_payment_history')
    .select(({ fn }) => fn.max('number').as('number'))
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  await db
    .insertInto('backend_payment_history')
    .values({
      order_id: orderId,
      number: Number(last?.number ?? 0) + 1,
      at,
      from_state: from,
      to_state: to,
      reason,
      by,
    })
    .execute();
}

/** Appends a line about an attempt whose state stays, and makes the changes that go with it if the attempt is still leased to the caller. */
export async function noteOnAttempt(
  db: Kysely<Schema>,
  { clock, by }: AttemptWriter,
  { order_id: orderId, lease_token }: PaymentAttempt,
  reason: string,
  changes?: Omit<Updateable<PaymentAttemptTable>, 'state'>,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const { now } = await clock.read(transaction);
    const noted = await transaction
      .updateTable('backend_payment_attempts')
      .set(changes ?? ((row) => ({ lease_token: row.ref('lease_token') })))
      .where('order_id', '=', orderId)
      .$if(changes !== undefined, (leased) => leased.where('lease_token', '=', lease_token))
      .returning('state')
      .executeTakeFirst();
    const at = now.toISOString();
    if (noted) await appendHistory(transaction, { orderId, at, from: noted.state, to: noted.state, reason, by });
  });
}

/** Oldest first. A store of an earlier release, or a replica of one, wrote none. */
export async function findHistory(db: Kysely<Schema>, orderId: string): Promise<HistoryLine[]> {
  return db
    .selectFrom('backend_payment_history')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('number')
    .execute();
}

/** Runs the work in the caller's transaction where there is one, else in one of its own. */
export function inTransaction<T>(db: Kysely<Schema>, work: (transaction: Kysely<Schema>) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}
