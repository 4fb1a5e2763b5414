import type { PaymentAnswer } from '~/backend/schemas/payments';
import { exceptionOfDecline, type PaymentException } from '~/domain/payment-exceptions';
import { ATTEMPT_STATES, OWN_REASONS } from './attempt-states';
import { readAnswer, type PaymentAttempt } from './payment-attempt';
import type { EmbeddedContext } from '~/backend/embedded/context';

export type Outcome =
  ({ state: 'paid' } & PaymentAnswer) | { state: 'pending' } | { state: 'failed'; exception: PaymentException };

/** What a visitor may be told of an attempt. Once there is an answer it is always the same one. */
export function outcomeOf({ sealing }: EmbeddedContext, attempt: PaymentAttempt): Outcome {
  const answer = readAnswer(sealing, attempt);
  if (answer) return { state: 'paid', ...answer };
  if (ATTEMPT_STATES[attempt.state].standing !== 'closed') return { state: 'pending' };
  return { state: 'failed', exception: exceptionOf(attempt) };
}

function exceptionOf({ state, reason }: PaymentAttempt): PaymentException {
  if (state === 'declined') return exceptionOfDecline(reason ?? '');
  if (reason === OWN_REASONS.codeSpent) return 'Invalid activation code';
  // What was never taken cannot have gone back; everything else that ended without an order has.
  return reason === OWN_REASONS.notTaken ? 'Unexpected error' : 'Payment given back';
}
