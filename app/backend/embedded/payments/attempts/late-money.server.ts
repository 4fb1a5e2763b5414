import type { EmbeddedContext } from '~/backend/embedded/context';
import { isHolding } from '~/payments/port';
import { save, type Step } from './attempt-changes.server';
import { ATTEMPT_STATES, OPERATOR_REASONS, OWN_REASONS } from './attempt-states';
import type { PaymentAttempt } from './payment-attempt';
import { charge, findTransactions } from './provider-calls';

/** Money that the provider took for an attempt after it was closed. The visitor saw that nothing was charged, and may have paid again. */

/** Records that such money is held, before the server releases it. */
export function holdAgainstClosed(context: EmbeddedContext, attempt: PaymentAttempt, transactionId: string) {
  context.report({ event: 'attempt-taken-late', orderId: attempt.order_id });
  return save(context, attempt, {
    state: ATTEMPT_STATES[attempt.state].whenTakenLate,
    reason: OWN_REASONS.takenLate,
    transaction_id: transactionId,
    sealed_nonce: null,
  });
}

/** Releases such money. If the provider refuses, an operator must return it. */
export const releaseLateMoney: Step = async (context, attempt) => {
  const found = await findTransactions(context, attempt.order_id);
  if (found === undefined) return undefined;
  const held = new Set(found.filter(isHolding).map(({ transactionId }) => transactionId));
  // A search may not yet include what the provider has just approved.
  const isShown = found.some(({ transactionId }) => transactionId === attempt.transaction_id);
  if (attempt.transaction_id !== null && !isShown) held.add(attempt.transaction_id);
  for (const transactionId of held) {
    const result = await charge(context, attempt.order_id, () => context.charging.void(transactionId));
    if (result.outcome === 'unknown') return undefined;
    if (result.outcome === 'declined') {
      const now = await findTransactions(context, attempt.order_id);
      const refused = now?.find((transaction) => transaction.transactionId === transactionId);
      if (!refused) return undefined;
      if (isHolding(refused)) {
        const reason = OPERATOR_REASONS.voidRefused + result.reason;
        context.report({ event: 'attempt-needs-operator', orderId: attempt.order_id, reason });
        return save(context, attempt, { state: 'orphaned', reason, transaction_id: transactionId });
      }
    }
  }
  return save(context, attempt, { state: 'voided', reason: OWN_REASONS.takenLate });
};
