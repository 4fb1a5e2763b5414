import type { ProviderTransaction } from '~/payments/port';
import type { EmbeddedContext } from '~/backend/embedded/context';
import { saveAttempt, type AttemptChanges } from './attempt-leases.server';
import { OPERATOR_REASONS } from './attempt-states';
import { writerOf } from './attempt-history.server';
import type { PaymentAttempt } from './payment-attempt';

/** One step of an attempt. @returns undefined if nothing more can be done now, or the lease was lost */
export type Step = (context: EmbeddedContext, attempt: PaymentAttempt) => Promise<PaymentAttempt | undefined>;

export function save(context: EmbeddedContext, attempt: PaymentAttempt, changes: AttemptChanges) {
  return saveAttempt(context.db, writerOf(context), attempt, changes);
}

/** Accepts a transaction if it matches the agreed amount. */
export async function accept(context: EmbeddedContext, attempt: PaymentAttempt, transaction: ProviderTransaction) {
  const fields = {
    transaction_id: transaction.transactionId,
    card_last_four: transaction.cardLastFour,
    sealed_nonce: null,
  };
  if (transaction.amount !== attempt.amount || transaction.currency !== attempt.currency) {
    return needsOperator(context, attempt, OPERATOR_REASONS.amountDiffers, fields);
  }
  return save(context, attempt, { state: 'authorised', ...fields });
}

export function close(context: EmbeddedContext, attempt: PaymentAttempt, reason: string) {
  return save(context, attempt, { state: 'voided', reason, sealed_nonce: null });
}

/** The provider has responded, so the nonce is of no more use. */
export function needsOperator(
  context: EmbeddedContext,
  attempt: PaymentAttempt,
  reason: string,
  changes: AttemptChanges = {},
) {
  context.report({ event: 'attempt-needs-operator', orderId: attempt.order_id, reason });
  return save(context, attempt, { ...changes, state: 'needs-operator', reason, sealed_nonce: null });
}
