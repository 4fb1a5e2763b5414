import type { Db } from '~/store/open-store.server';
import { appendHistory } from '../attempts/attempt-history.server';
import { saveSettlement, type Settlement } from './settlement-store.server';

/**
 * Writes down that an operator has dealt with what became of a payment.
 *
 * @param waiting as it was read
 * @returns false where something new is known since: then nothing is written
 */
export async function noteDealtWith(
  db: Db,
  waiting: Settlement,
  { by, why, now }: { by: string; why: string | null; now: Date },
): Promise<boolean> {
  const at = now.toISOString();
  return db.transaction().execute(async (transaction) => {
    if (!(await saveSettlement(transaction, waiting, { waiting_since: null, updated_at: at }))) return false;
    // Locks the attempt, so that no two lines of its history take one number.
    const attempt = await transaction
      .updateTable('backend_payment_attempts')
      .set((row) => ({ updated_at: row.ref('updated_at') }))
      .where('order_id', '=', waiting.order_id)
      .returning('state')
      .executeTakeFirstOrThrow();
    const reason = [`dealt-with-${waiting.state}`, why].filter(Boolean).join(': ');
    const { state } = attempt;
    await appendHistory(transaction, { orderId: waiting.order_id, at, from: state, to: state, reason, by });
    return true;
  });
}
