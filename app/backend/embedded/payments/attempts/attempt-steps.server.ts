import { isAuthenticationRequired } from '~/domain/country-rules';
import type { EmbeddedContext } from '~/backend/embedded/context';
import { registerOrder } from '~/backend/embedded/payments/register-order.server';
import { DUPLICATE_SALE, isHolding, type ProviderTransaction } from '~/payments/port';
import { OPERATOR_REASONS, OWN_REASONS, ATTEMPT_STATES } from './attempt-states';
import { accept, close, needsOperator, save, type Step } from './attempt-changes.server';
import { nonceColumn, readAttempt, type PaymentAttempt } from './payment-attempt';
import { charge, findHeld, findTransactions, MARGIN_MS } from './provider-calls';
import { noteOnAttempt, writerOf } from './attempt-history.server';
import { takeOver } from './attempt-leases.server';
import { findAttempt } from './attempt-store.server';
import { holdAgainstClosed } from './late-money.server';

interface AuthoriseLimits {
  /** `performance.now()` at which it is too late to call the provider. */
  startBy: number;
  /** Whether a caller still waits. If none does, it is too late, too. */
  isAwaited: () => boolean;
}

/**
 * Asks the provider to hold the money. Runs once per attempt, in the process that wrote it.
 *
 * @param resume continues an attempt whose approval arrived after its lease had ended
 */
export function authoriseOnce(limits: AuthoriseLimits, resume: (attempt: PaymentAttempt) => Promise<unknown>): Step {
  return async (context, attempt) => {
    if (attempt.amount === 0) return save(context, attempt, { state: 'authorised' });
    if (attempt.sealed_nonce === null || (await isLate(context, attempt, limits))) {
      return save(context, attempt, { state: 'unknown' });
    }
    const payment = nonceColumn.read(context.sealing.open(attempt.sealed_nonce));
    const orderId = attempt.order_id;
    const authorise = () =>
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
    const result = await charge(context, orderId, authorise, (late) => {
      if (late.outcome !== 'approved') return;
      keepLateApproval(context, orderId, late.transaction)
        .then((kept) => kept && resume(kept))
        .catch((cause: unknown) => context.report({ event: 'attempt-stalled', orderId, cause }));
    });
    if (result.outcome === 'approved') {
      const accepted = await accept(context, attempt, result.transaction);
      return accepted ?? keepLateApproval(context, orderId, result.transaction);
    }
    if (result.outcome === 'unknown' || result.reason === DUPLICATE_SALE)
      return save(context, attempt, { state: 'unknown' });
    return save(context, attempt, { state: 'declined', reason: result.reason, sealed_nonce: null });
  };
}

/**
 * During a slow write the caller's time may have ended, and its look-up may have found no attempt. Recovery may have given up the attempt
 * while this process was paused. The store's clock detects a sleeping machine. This process's own clock detects elapsed time that is hidden
 * if the store's clock was set back.
 */
async function isLate(
  { db, storeClock }: EmbeddedContext,
  attempt: PaymentAttempt,
  { startBy, isAwaited }: AuthoriseLimits,
): Promise<boolean> {
  const { now } = await storeClock.read(db);
  if (!isAwaited() || performance.now() >= startBy) return true;
  return now.getTime() - Date.parse(attempt.created_at) > MARGIN_MS;
}

/** Looks up the provider's result by order id. Finding nothing is conclusive only after the provider's deadline for the sale. */
export const lookUp: Step = async (context, attempt) => {
  if (attempt.amount === 0) return save(context, attempt, { state: 'authorised' });
  // Computed before the look-up, because the result is only valid for the moment of the call.
  const isTooLateToTake = await isNoLongerTaken(context, attempt);
  const found = await findTransactions(context, attempt.order_id);
  if (found === undefined) return undefined;
  const held = await findHeld(context, attempt.order_id, found);
  if (held === undefined) return undefined;
  if (held.length > 1) return needsOperator(context, attempt, OPERATOR_REASONS.chargedTwice);
  if (held[0]) return accept(context, attempt, held[0]);
  const returned = found.find(isHolding);
  // With its id, a refund that fails later is listed.
  if (returned)
    return save(context, attempt, {
      state: 'refunded',
      transaction_id: returned.transactionId,
      sealed_nonce: null,
    });
  if (found.some(({ status }) => status === 'voided')) return close(context, attempt, OWN_REASONS.voidedElsewhere);
  const declined = found.find(({ reason }) => reason !== DUPLICATE_SALE);
  if (declined) {
    return save(context, attempt, {
      state: 'declined',
      reason: declined.reason ?? declined.status,
      sealed_nonce: null,
    });
  }
  return isTooLateToTake ? close(context, attempt, OWN_REASONS.notTaken) : undefined;
};

/** Makes the account and the order. If that can never succeed, returns the money. */
export const register: Step = async (context, attempt) => {
  // The reason is stored before the void, so that no later try registers an order whose money is being returned.
  if (attempt.reason !== null) return releaseMoney(context, attempt, attempt.reason);
  const result = await registerOrder(context, attempt);
  if (result.outcome === 'registered') return result.attempt;
  if (result.outcome === 'refused') return save(context, attempt, { reason: result.reason });
  return needsOperator(context, attempt, OPERATOR_REASONS.codesUnreadable);
};

/** Submits the held money for settlement. */
export const settle: Step = async (context, attempt) => {
  if (attempt.transaction_id === null) return save(context, attempt, { state: 'settled' });
  const transactionId = attempt.transaction_id;
  const submit = () => context.charging.submitForSettlement(transactionId);
  const result = await charge(context, attempt.order_id, submit);
  if (result.outcome === 'approved') return save(context, attempt, { state: 'settled' });
  if (result.outcome === 'unknown') return undefined;
  const status = await statusOf(context, attempt);
  if (status === undefined) return undefined;
  if (status === 'settling' || status === 'settled') return save(context, attempt, { state: 'settled' });
  return needsOperator(context, attempt, OPERATOR_REASONS.settlementRefused + result.reason);
};

async function releaseMoney(context: EmbeddedContext, attempt: PaymentAttempt, reason: string) {
  if (attempt.transaction_id === null) return close(context, attempt, reason);
  const transactionId = attempt.transaction_id;
  const result = await charge(context, attempt.order_id, () => context.charging.void(transactionId));
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

/**
 * Whether the provider can no longer take an attempt's money, so that finding none proves that none was taken. Uses the
 * store's time. If that time cannot be trusted, counts only time that this process measured: since the store's clock
 * was last set, or since this process first saw an attempt with a timestamp in the future.
 */
async function isNoLongerTaken(context: EmbeddedContext, attempt: PaymentAttempt): Promise<boolean> {
  const { now, steadyMs } = await context.storeClock.read(context.db);
  const age = now.getTime() - Date.parse(attempt.created_at);
  const passed = age < 0 ? sinceFirstSeen(context, attempt.order_id) : Math.min(age, steadyMs);
  // The call may have begun up to one margin after the row was written.
  return passed > context.charging.deadline + 2 * MARGIN_MS;
}

function sinceFirstSeen({ metAt }: EmbeddedContext, orderId: string): number {
  const now = performance.now();
  const first = metAt.get(orderId) ?? now;
  metAt.set(orderId, first);
  return now - first;
}

/** Covers every transition that another process can make meanwhile: found, then closed, or registered and settled. */
const MAX_TRIES = 5;

/**
 * Handles an approval that arrived after this process lost its lease, so that no money is held unnoticed. If another process found the same
 * sale, does nothing. If the outcome is open, records this one. If the attempt was closed, returns the money.
 *
 * @returns the attempt, leased to the caller, or undefined if nothing is left to do
 * @throws Error if the store fails; look-ups then find the money
 */
async function keepLateApproval(
  context: EmbeddedContext,
  orderId: string,
  transaction: ProviderTransaction,
): Promise<PaymentAttempt | undefined> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const attempt = await findAttempt(context.db, orderId);
    if (!attempt || attempt.transaction_id === transaction.transactionId) return undefined;
    const { whenTakenLate } = ATTEMPT_STATES[attempt.state];
    const isUndecided = attempt.state === 'started' || attempt.state === 'unknown';
    if (!isUndecided && whenTakenLate === undefined) {
      await voidSecondSale(context, attempt, transaction);
      return undefined;
    }
    const leased = await takeOver(context.db, writerOf(context), attempt);
    const kept =
      leased &&
      (isUndecided
        ? await accept(context, leased, transaction)
        : await holdAgainstClosed(context, leased, transaction.transactionId));
    if (kept) return kept;
  }
  throw new Error(`Failed to record the approval of payment ${orderId}`);
}

/** Voids a second sale with the same order id, because the order was made for the first. */
async function voidSecondSale(
  context: EmbeddedContext,
  { order_id: orderId }: PaymentAttempt,
  { transactionId }: ProviderTransaction,
) {
  const reason = `${OPERATOR_REASONS.chargedTwice}-${transactionId}`;
  await note(context, orderId, reason);
  const { outcome } = await charge(context, orderId, () => context.charging.void(transactionId));
  if (outcome === 'approved') await note(context, orderId, `voided-${transactionId}`);
  else context.report({ event: 'attempt-needs-operator', orderId, reason });
}

async function note(context: EmbeddedContext, orderId: string, reason: string): Promise<void> {
  const { now } = await context.storeClock.read(context.db);
  await noteOnAttempt(context.db, orderId, { at: now.toISOString(), reason, by: context.processName });
}
