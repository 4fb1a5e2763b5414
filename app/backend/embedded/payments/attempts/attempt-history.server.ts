import type { Selectable } from 'kysely';
import type { Db, StoreClock } from '~/store/store';
import type { PaymentHistoryTable } from '~/store/backend-tables';
import type { EmbeddedContext } from '~/backend/embedded/context';
import type { AttemptState } from './attempt-states';
import { leaseOf } from './provider-calls';

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

/** Appends an entry. Call it in the transaction that changes the attempt: its row lock keeps entries from getting the same number. */
export async function appendHistory(db: Db, { orderId, at, from, to, reason = null, by }: HistoryNote): Promise<void> {
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

/** Appends an entry without a change of state. Locks the attempt, so that no two entries get the same number. */
export async function noteOnAttempt(
  db: Db,
  orderId: string,
  { at, reason, by }: Pick<HistoryNote, 'at' | 'reason' | 'by'>,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const noted = await transaction
      .updateTable('backend_payment_attempts')
      .set((row) => ({ updated_at: row.ref('updated_at') }))
      .where('order_id', '=', orderId)
      .returning('state')
      .executeTakeFirst();
    if (noted) await appendHistory(transaction, { orderId, at, from: noted.state, to: noted.state, reason, by });
  });
}

/** Oldest first. */
export async function findHistory(db: Db, orderId: string): Promise<HistoryLine[]> {
  return db
    .selectFrom('backend_payment_history')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('number')
    .execute();
}

/** Runs the work in the caller's transaction, or else in a new one. */
export function inTransaction<T>(db: Db, work: (transaction: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}

/** The process that writes to an attempt, its clock, and how long its lease excludes other processes. */
export interface AttemptWriter {
  clock: StoreClock;
  /** Milliseconds. */
  leaseMs: number;
  /** The process, as `host:pid`, for the payment's history. */
  by: string;
}

export function writerOf(context: EmbeddedContext): AttemptWriter {
  return { clock: context.storeClock, leaseMs: leaseOf(context), by: context.processName };
}
