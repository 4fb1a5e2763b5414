import type { EmbeddedContext } from '~/backend/embedded/context';
import type { ProviderTransaction } from '~/payments/port';
import { accept } from './attempt-changes.server';
import { noteOnAttempt } from './attempt-history.server';
import { takeOver } from './attempt-leases.server';
import { ATTEMPT_STATES, OPERATOR_REASONS } from './attempt-states';
import { findAttempt } from './attempt-store.server';
import { writerOf } from './attempt-writer';
import { holdAgainstClosed } from './late-money.server';
import type { PaymentAttempt } from './payment-attempt';
import { charge } from './provider-calls';

/** Another process moves an attempt on at most this often: found, and then closed or registered and settled. */
const TRIES = 5;

/**
 * Finds a place for an approval that came when this process had lost its lease, so that no money is held that nobody knows of. Where
 * another process found the same sale, nothing is left to do. Where the outcome is open, this is the outcome. Where the attempt was closed,
 * the money goes back.
 *
 * @returns the attempt, leased to the caller, or undefined if nothing is left to do with it
 * @throws Error if the store does not answer; look-ups then find the money
 */
export async function keepLateApproval(
  context: EmbeddedContext,
  orderId: string,
  transaction: ProviderTransaction,
): Promise<PaymentAttempt | undefined> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const attempt = await findAttempt(context.db, orderId);
    if (!attempt || attempt.transaction_id === transaction.transactionId) return undefined;
    const { whenTakenLate } = ATTEMPT_STATES[attempt.state];
    const isUndecided = attempt.state === 'started' || attempt.state === 'unknown';
    if (!isUndecided && whenTakenLate === undefined) {
      await voidSecond(context, attempt, transaction);
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
  throw new Error(`The approval of payment ${orderId} found no place`);
}

/** The order stands on another sale of the same order id, so this one is one too many. */
async function voidSecond(context: EmbeddedContext, attempt: PaymentAttempt, { transactionId }: ProviderTransaction) {
  const reason = `${OPERATOR_REASONS.chargedTwice}-${transactionId}`;
  await noteOnAttempt(context.db, writerOf(context), attempt, reason);
  const { outcome } = await charge(context, () => context.charging.void(transactionId));
  if (outcome === 'approved') await noteOnAttempt(context.db, writerOf(context), attempt, `voided-${transactionId}`);
  else context.report({ event: 'attempt-needs-operator', orderId: attempt.order_id, reason });
}
