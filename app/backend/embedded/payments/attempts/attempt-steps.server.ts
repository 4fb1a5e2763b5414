import { isAuthenticationRequired } from '~/domain/country-rules';
import { OPERATOR_REASONS, OWN_REASONS } from './attempt-states';
import { accept, close, needsOperator, save, type Step } from './attempt-changes.server';
import { keepLateApproval } from './late-approval.server';
import { nonceColumn, readAttempt, type PaymentAttempt } from './payment-attempt';
import { isNoLongerTaken } from './proof-of-absence.server';
import { charge, findTransactions, isHolding, MARGIN_MS } from './provider-calls';
import type { EmbeddedContext } from '~/backend/embedded/context';
import { registerOrder } from '../register-order.server';

/** The gateway saw the same sale a moment ago. Whether that sale went through has to be looked up. */
const DUPLICATE = 'duplicate';

/**
 * Asks the provider to hold the money. Runs once per attempt, in the process that wrote it.
 *
 * @param begunAt `performance.now()` before the attempt was written
 * @param goOn continues with an attempt whose approval came when nobody waited for it any more
 */
export function authoriseOnce(begunAt: number, goOn: (attempt: PaymentAttempt) => Promise<unknown>): Step {
  return async (context, attempt) => {
    if (attempt.amount === 0) return save(context, attempt, { state: 'authorised' });
    if (attempt.sealed_nonce === null || (await isLate(context, attempt, begunAt))) {
      return save(context, attempt, { state: 'unknown' });
    }
    const payment = nonceColumn.read(context.sealing.open(attempt.sealed_nonce));
    const orderId = attempt.order_id;
    const ask = () =>
      context.charging.authorise({
        orderId,
        amount: attempt.amount,
        currency: attempt.currency,
        merchantAccount: attempt.merchant_account,
        paymentType: attempt.payment_type,
        storeInVault: true,
        requiresAuthentication:
          attempt.payment_type === 'creditCard' &&
          isAuthenticationRequired(readAttempt(attempt).pricing.request.address.country),
        ...payment,
      });
    const result = await charge(context, ask, (late) => {
      if (late.outcome !== 'approved') return;
      keepLateApproval(context, orderId, late.transaction)
        .then((kept) => kept && goOn(kept))
        .catch((cause: unknown) => context.report({ event: 'attempt-stalled', orderId, cause }));
    });
    if (result.outcome === 'approved') {
      const accepted = await accept(context, attempt, result.transaction);
      return accepted ?? keepLateApproval(context, orderId, result.transaction);
    }
    if (result.outcome === 'unknown' || result.reason === DUPLICATE)
      return save(context, attempt, { state: 'unknown' });
    return save(context, attempt, { state: 'declined', reason: result.reason, sealed_nonce: null });
  };
}

/**
 * A process that was paused may wake after recovery has given up the attempt. The store's clock tells of a machine that slept, and this
 * process's own of time that a clock which was set back hides.
 */
async function isLate({ db, storeClock }: EmbeddedContext, attempt: PaymentAttempt, begunAt: number): Promise<boolean> {
  const { now } = await storeClock.read(db);
  return now.getTime() - Date.parse(attempt.created_at) > MARGIN_MS || performance.now() - begunAt > MARGIN_MS;
}

/** Looks up the provider's result by order id. Finding nothing is conclusive only after the provider's deadline for the sale. */
export const lookUp: Step = async (context, attempt) => {
  if (attempt.amount === 0) return save(context, attempt, { state: 'authorised' });
  // Asked for before the look-up: what it finds is true of that moment, and says nothing of a later one.
  const isTooLateToTake = await isNoLongerTaken(context, attempt);
  const found = await findTransactions(context, attempt.order_id);
  if (found === undefined) return undefined;
  const holding = found.filter(isHolding);
  if (holding.length > 1) return needsOperator(context, attempt, OPERATOR_REASONS.chargedTwice);
  if (holding[0]) return accept(context, attempt, holding[0]);
  if (found.some(({ status }) => status === 'voided')) return close(context, attempt, OWN_REASONS.voidedElsewhere);
  const declined = found.find(({ reason }) => reason !== DUPLICATE);
  if (declined) {
    return save(context, attempt, {
      state: 'declined',
      reason: declined.reason ?? declined.status,
      sealed_nonce: null,
    });
  }
  return isTooLateToTake ? close(context, attempt, OWN_REASONS.notTaken) : undefined;
};

/** Makes the account and the order. If that is finally refused, the money is returned. */
export const register: Step = async (context, attempt) => {
  // The refusal is stored before the void, so that no later try registers an order whose money is being returned.
  if (attempt.reason !== null) return giveBack(context, attempt, attempt.reason);
  const result = await registerOrder(context, attempt);
  return result.outcome === 'registered' ? result.attempt : save(context, attempt, { reason: result.reason });
};

/** Submits the held money for settlement. */
export const settle: Step = async (context, attempt) => {
  if (attempt.transaction_id === null) return save(context, attempt, { state: 'settled' });
  const transactionId = attempt.transaction_id;
  const result = await charge(context, () => context.charging.submitForSettlement(transactionId));
  if (result.outcome === 'approved') return save(context, attempt, { state: 'settled' });
  if (result.outcome === 'unknown') return undefined;
  const status = await statusOf(context, attempt);
  if (status === undefined) return undefined;
  if (status === 'settling' || status === 'settled') return save(context, attempt, { state: 'settled' });
  return needsOperator(context, attempt, OPERATOR_REASONS.settlementRefused + result.reason);
};

async function giveBack(context: EmbeddedContext, attempt: PaymentAttempt, reason: string) {
  if (attempt.transaction_id === null) return close(context, attempt, reason);
  const transactionId = attempt.transaction_id;
  const result = await charge(context, () => context.charging.void(transactionId));
  if (result.outcome === 'approved') return close(context, attempt, reason);
  if (result.outcome === 'unknown') return undefined;
  const status = await statusOf(context, attempt);
  if (status === undefined) return undefined;
  return status === 'voided'
    ? close(context, attempt, reason)
    : needsOperator(context, attempt, OPERATOR_REASONS.voidRefused + result.reason);
}

async function statusOf(context: EmbeddedContext, attempt: PaymentAttempt) {
  const found = await findTransactions(context, attempt.order_id);
  return found?.find(({ transactionId }) => transactionId === attempt.transaction_id)?.status;
}
