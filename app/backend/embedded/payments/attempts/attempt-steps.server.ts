import { isAuthenticationRequired } from '~/domain/country-rules';
import type { ProviderTransaction } from '~/payments/port';
import { OPERATOR_REASONS, OWN_REASONS } from './attempt-states';
import { saveAttempt, type AttemptChanges } from './attempt-leases.server';
import { writerOf } from './attempt-writer';
import { nonceColumn, readAttempt, type PaymentAttempt } from './payment-attempt';
import { charge, findTransactions, MARGIN_MS } from './provider-calls';
import type { EmbeddedContext } from '~/backend/embedded/context';
import { registerOrder } from '../register-order.server';

/** One step of an attempt. @returns undefined if nothing more can be done now, or the lease was lost */
export type Step = (context: EmbeddedContext, attempt: PaymentAttempt) => Promise<PaymentAttempt | undefined>;

const HOLDING: readonly ProviderTransaction['status'][] = ['authorised', 'settling', 'settled'];
/** The gateway saw the same sale a moment ago. Whether that sale went through has to be looked up. */
const DUPLICATE = 'duplicate';

/** Asks the provider to hold the money. Runs once per attempt, in the process that wrote it. */
export const authorise: Step = async (context, attempt) => {
  if (attempt.amount === 0) return save(context, attempt, { state: 'authorised' });
  // A paused process may wake after recovery has given up the attempt.
  const isLate = context.clock.now().getTime() - Date.parse(attempt.created_at) > MARGIN_MS;
  if (isLate || attempt.sealed_nonce === null) return save(context, attempt, { state: 'unknown' });
  const payment = nonceColumn.read(context.sealing.open(attempt.sealed_nonce));
  const result = await charge(context, () =>
    context.charging.authorise({
      orderId: attempt.order_id,
      amount: attempt.amount,
      currency: attempt.currency,
      merchantAccount: attempt.merchant_account,
      paymentType: attempt.payment_type,
      storeInVault: true,
      requiresAuthentication:
        attempt.payment_type === 'creditCard' &&
        isAuthenticationRequired(readAttempt(attempt).pricing.request.address.country),
      ...payment,
    }),
  );
  if (result.outcome === 'approved') return accept(context, attempt, result.transaction);
  if (result.outcome === 'unknown' || result.reason === DUPLICATE) return save(context, attempt, { state: 'unknown' });
  return save(context, attempt, { state: 'declined', reason: result.reason, sealed_nonce: null });
};

/** Looks up the provider's result by order id. Finding nothing is conclusive only after the provider's deadline for the sale. */
export const lookUp: Step = async (context, attempt) => {
  if (attempt.amount === 0) return save(context, attempt, { state: 'authorised' });
  const found = await findTransactions(context, attempt.order_id);
  if (found === undefined) return undefined;
  const holding = found.filter(({ status }) => HOLDING.includes(status));
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
  // The call may have begun up to one margin after the row was written.
  const provenAfter = Date.parse(attempt.created_at) + context.charging.deadline + 2 * MARGIN_MS;
  if (context.clock.now().getTime() <= provenAfter) return undefined;
  return close(context, attempt, OWN_REASONS.notTaken);
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

/** Accepts a transaction if it matches the agreed amount. */
async function accept(context: EmbeddedContext, attempt: PaymentAttempt, transaction: ProviderTransaction) {
  const own = {
    transaction_id: transaction.transactionId,
    card_last_four: transaction.cardLastFour,
    sealed_nonce: null,
  };
  if (transaction.amount !== attempt.amount || transaction.currency !== attempt.currency) {
    return needsOperator(context, attempt, OPERATOR_REASONS.amountDiffers, own);
  }
  return save(context, attempt, { state: 'authorised', ...own });
}

async function statusOf(context: EmbeddedContext, attempt: PaymentAttempt) {
  const found = await findTransactions(context, attempt.order_id);
  return found?.find(({ transactionId }) => transactionId === attempt.transaction_id)?.status;
}

function close(context: EmbeddedContext, attempt: PaymentAttempt, reason: string) {
  return save(context, attempt, { state: 'voided', reason, sealed_nonce: null });
}

function needsOperator(
  context: EmbeddedContext,
  attempt: PaymentAttempt,
  reason: string,
  changes: AttemptChanges = {},
) {
  context.report({ event: 'attempt-needs-operator', orderId: attempt.order_id, reason });
  return save(context, attempt, { ...changes, state: 'needs-operator', reason });
}

function save(context: EmbeddedContext, attempt: PaymentAttempt, changes: AttemptChanges) {
  return saveAttempt(context.db, writerOf(context), attempt, changes);
}
