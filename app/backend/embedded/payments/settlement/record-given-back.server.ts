import type { Kysely } from 'kysely';
import type { ProviderRecord } from '~/payments/records-port';
import type { Schema } from '~/store/schema';
import type { PaymentAttempt } from '../attempts/payment-attempt';
import { FOLLOWED_STATES, needsOperator, nextLook, nextSettlement } from './settlement-states';
import { findSettlement, insertSettlement, saveSettlement } from './settlement-store.server';

/**
 * Records the provider's state after an operator returned money, so that reconciliation agrees before the next look-up.
 * Call it in the transaction that writes the history. A concurrent look-up's write wins, because it also read the
 * provider's state.
 */
export async function recordGivenBack(
  db: Kysely<Schema>,
  { order_id, transaction_id, state: attemptState, updated_at }: PaymentAttempt,
  record: ProviderRecord,
  now: Date,
): Promise<void> {
  if (transaction_id !== record.transactionId || !FOLLOWED_STATES.includes(attemptState)) return;
  await insertSettlement(db, { order_id, transaction_id, submitted_at: updated_at });
  const known = await findSettlement(db, order_id);
  if (!known) return;
  const submittedAt = known.submitted_at;
  const state = nextSettlement(known, record, { submittedAt, now });
  const at = now.toISOString();
  await saveSettlement(db, known, {
    state,
    refunded: record.refunded,
    reason: record.reason,
    next_look_at: nextLook(state, submittedAt, now),
    waiting_since: needsOperator(state, attemptState) ? (known.waiting_since ?? at) : null,
    updated_at: at,
  });
}
