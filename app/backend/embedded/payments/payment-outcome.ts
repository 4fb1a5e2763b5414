import type { FullPaymentAnswer } from '~/backend/embedded/pricing/full-answers';
import { exceptionOfDecline, type PaymentException } from '~/domain/payment-exceptions';
import { ATTEMPT_STATES, OWN_REASONS } from './attempts/attempt-states';
import { readAnswer, type PaymentAttempt } from './attempts/payment-attempt';
import type { EmbeddedContext } from '~/backend/embedded/context';

export type Outcome =
  ({ state: 'paid' } & FullPaymentAnswer) | { state: 'pending' } | { state: 'failed'; exception: PaymentException };

/** The outcome that a visitor may see. An attempt with an answer always shows that answer. */
export function outcomeOf({ sealing }: EmbeddedContext, attempt: PaymentAttempt): Outcome {
  const answer = readAnswer(sealing, attempt);
  if (answer) return { state: 'paid', ...answer };
  if (ATTEMPT_STATES[attempt.state].standing !== 'closed') return { state: 'pending' };
  return { state: 'failed', exception: exceptionOf(attempt) };
}

function exceptionOf({ state, reason }: PaymentAttempt): PaymentException {
  if (state === 'taken-late' || state === 'orphaned') return 'Payment to be given back';
  if (state === 'declined') return exceptionOfDecline(reason ?? '');
  if (reason === OWN_REASONS.codeSpent) return 'Invalid activation code';
  // Every other attempt that ended without an order was paid back.
  return reason === OWN_REASONS.notTaken ? 'Unexpected error' : 'Payment given back';
}
