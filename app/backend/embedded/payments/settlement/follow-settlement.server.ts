import { toDecimal } from '~/domain/money';
import { withTimeout } from '~/lib/with-timeout';
import type { ProviderRecord } from '~/payments/records-port';
import type { EmbeddedContext } from '~/backend/embedded/context';
import { appendHistory } from '../attempts/attempt-history.server';
import { findAttempt } from '../attempts/attempt-store.server';
import type { PaymentAttempt } from '../attempts/payment-attempt';
import { FOLLOWED_STATES, needsOperator, nextLook, nextSettlement } from './settlement-states';
import { findSettlement, insertSettlement, saveSettlement, type Settlement } from './settlement-store.server';

/** `not-followed`: not a payment of this site, or not yet submitted. */
export type FollowResult = 'changed' | 'unchanged' | 'not-followed';

/**
 * Looks up a submitted payment at the provider, and records what changed.
 *
 * Each write replaces only the row that was read before the look-up. So of two concurrent look-ups, the slower one is repeated instead of
 * replacing a newer result with an older one.
 *
 * @throws Error if the provider or the store fails
 */
export async function followSettlement(context: EmbeddedContext, orderId: string): Promise<FollowResult> {
  for (;;) {
    const attempt = await findAttempt(context.db, orderId);
    if (!attempt?.transaction_id || !FOLLOWED_STATES.includes(attempt.state)) return 'not-followed';
    const { transaction_id, updated_at } = attempt;
    const known = await findSettlement(context.db, orderId);
    if (!known) {
      await insertSettlement(context.db, { order_id: orderId, transaction_id, submitted_at: updated_at });
      continue;
    }
    const record = await withTimeout(context.answerWithin, () => context.charging.records.find(transaction_id));
    const result = await write(context, attempt, known, record);
    if (result !== 'overtaken') return result;
  }
}

async function write(
  context: EmbeddedContext,
  attempt: PaymentAttempt,
  known: Settlement,
  record: ProviderRecord | undefined,
): Promise<FollowResult | 'overtaken'> {
  const { now } = await context.storeClock.read(context.db);
  const at = now.toISOString();
  const submittedAt = known.submitted_at;
  const state = nextSettlement(known, record, { submittedAt, now });
  const refunded = record?.refunded ?? known.refunded;
  const reason = record?.reason ?? null;
  const seen = { state, refunded, reason, next_look_at: nextLook(state, submittedAt, now) };
  if (state === known.state && refunded === known.refunded) {
    return (await saveSettlement(context.db, known, seen)) ? 'unchanged' : 'overtaken';
  }
  const isWaiting = needsOperator(state, attempt.state);
  const saved = await context.db.transaction().execute(async (transaction) => {
    const changes = { ...seen, waiting_since: isWaiting ? at : null, updated_at: at };
    if (!(await saveSettlement(transaction, known, changes))) return false;
    // Locks the attempt, so that no two history entries get the same number.
    await transaction
      .updateTable('backend_payment_attempts')
      .set((row) => ({ updated_at: row.ref('updated_at') }))
      .where('order_id', '=', attempt.order_id)
      .execute();
    await appendHistory(transaction, {
      orderId: attempt.order_id,
      at,
      from: attempt.state,
      to: attempt.state,
      reason: describe(known, seen),
      by: context.processName,
    });
    return true;
  });
  if (!saved) return 'overtaken';
  context.settlementMoved(state);
  if (isWaiting) context.report({ event: 'settlement-needs-operator', orderId: attempt.order_id, reason: state });
  return 'changed';
}

/** The history entry, such as `provider-declined-4001`, `provider-partly-refunded-50.00` or `provider-refund-failed-50.00`. */
function describe(
  known: Settlement,
  { state, refunded, reason }: Pick<Settlement, 'state' | 'refunded' | 'reason'>,
): string {
  const lacking = state === 'refund-failed' ? toDecimal(known.refunded - refunded) : reason;
  const detail = state.endsWith('refunded') ? toDecimal(refunded) : lacking;
  return ['provider', state, detail].filter(Boolean).join('-');
}
