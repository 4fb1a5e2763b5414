import type { Kysely } from 'kysely';
import type { Schema } from '~/store/schema';
import { maskCodesIn } from './attempt-codes';
import { FINAL_STATES } from './attempt-states';

/** Rows per transaction. SQLite has one connection, so a long transaction blocks everything else. */
const AT_ONCE = 200;

/**
 * Takes the activation codes out of the next attempts that are over, and out of the next orders of an older release. Several replicas may
 * call it at once.
 *
 * @returns whether there may be more
 */
export async function maskLeftCodes(db: Kysely<Schema>): Promise<boolean> {
  const [attempts, orders] = [await maskAttempts(db), await maskOrders(db)];
  return attempts === AT_ONCE || orders === AT_ONCE;
}

/** An attempt that is over spends no code any more. */
async function maskAttempts(db: Kysely<Schema>): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom('backend_payment_attempts')
      .select(['order_id', 'request', 'pricing', 'are_codes_masked'])
      .where((is) => is.or([is('are_codes_masked', '=', 0), is('sealed_codes', 'is not', null)]))
      .where('state', 'in', FINAL_STATES)
      .orderBy('order_id')
      .limit(AT_ONCE)
      .execute();
    for (const { order_id, request, pricing, are_codes_masked } of rows) {
      await transaction
        .updateTable('backend_payment_attempts')
        .set({
          sealed_codes: null,
          ...(are_codes_masked === 0 && {
            request: maskCodesIn(request),
            pricing: maskCodesIn(pricing),
            are_codes_masked: 1,
          }),
        })
        .where('order_id', '=', order_id)
        .where('are_codes_masked', '=', are_codes_masked)
        .execute();
    }
    return rows.length;
  });
}

async function maskOrders(db: Kysely<Schema>): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom('backend_orders')
      .select(['id', 'pricing', 'receipt'])
      .where('are_codes_masked', '=', 0)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    for (const { id, pricing, receipt } of rows) {
      await transaction
        .updateTable('backend_orders')
        .set({ pricing: maskCodesIn(pricing), receipt: maskCodesIn(receipt), are_codes_masked: 1 })
        .where('id', '=', id)
        .where('are_codes_masked', '=', 0)
        .execute();
    }
    return rows.length;
  });
}
