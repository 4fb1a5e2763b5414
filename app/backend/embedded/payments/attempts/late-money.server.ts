import type { EmbeddedContext } from '~/backend/embedded/context';
import { isHolding } from '~/payments/port';
import { save, type Step } from './attempt-changes.server';
import { ATTEMPT_STATES, OPERATOR_REASONS, OWN_REASONS } from './attempt-states';
import type { PaymentAttempt } from './payment-attempt';
import { charge, findHeld, findTransactions } from './provider-calls';

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

/** Releases such money, except what was refunded before. If the provider refuses, an operator must return it. */
export const releaseLateMoney: Step = async (context, attempt) => {
  const found = await findTransactions(context, attempt.order_id);
  if (found === undefined) return undefined;
  const stillHeld = await findHeld(context, attempt.order_id, found);
  if (stillHeld === undefined) return undefined;
  const held = new Set(stillHeld.map(({ transactionId }) => transactionId));
  // A search may not yet include what the provider has just approved.
  const isShown = found.some(({ transactionId }) => transactionId === attempt.transaction_id);
  if (attempt.transaction_id !== null && !isShown) held.add(attempt.transaction_id);
  const returned = found.filter((transaction) => isHolding(transaction) && !held.has(transaction.transactionId));
  for (const transactionId of held) {
    const result = await charge(context, attempt.order_id, () => context.charging.void(transactionId));
    if (result.outcome === 'unknown') return undefined;
    if (result.outcome === 'declined') {
      const now = await findTransactions(context, attempt.order_id);
      const refused = now?.filter((transaction) => transaction.transactionId === transactionId) ?? [];
      const heldNow = await findHeld(context, attempt.order_id, refused);
      if (refused.length === 0 || heldNow === undefined) return undefined;
      if (heldNow.length > 0) {
        const reason = OPERATOR_REASONS.voidRefused + result.reason;
        context.report({ event: 'attempt-needs-operator', orderId: attempt.order_id, reason });
        return save(context, attempt, { state: 'orphaned', reason, transaction_id: transactionId });
      }
      // Its money was returned since the first look-up.
      returned.push(...refused.filter(isHolding));
    }
  }
  const closed = returned[0]
    ? ({ state: 'refunded', transaction_id: returned[0].transactionId } as const)
    : ({ state: 'voided' } as const);
  return save(context, attempt, { ...closed, reason: OWN_REASONS.takenLate });
};
