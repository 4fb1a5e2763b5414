import type { SignedUp } from '~/journeys/open-states';
import { forgetAnswers } from './ask-once.server';
import type { CheckoutCalls } from './checkout-calls';
import { invitedCalls } from '~/use-cases/invited/invited-calls.server';
import { registrationCalls } from './registration-calls.server';
import type { RequestContext } from '~/server/request/request-context.server';

export function signUpCalls(context: RequestContext, state: SignedUp): CheckoutCalls {
  const calls = state.invited ? invitedCalls(context, state) : registrationCalls(context, state);
  // Prices that were asked before a write may be others after it, even where it fails.
  const write = <Answer>(writing: Promise<Answer>) => writing.finally(() => forgetAnswers(context));
  return {
    ...calls,
    saveBilling: (answered) => write(calls.saveBilling(answered)),
    pay: (request, idempotencyKey) => write(calls.pay(request, idempotencyKey)),
  };
}
