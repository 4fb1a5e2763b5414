import type { SignedUp } from '~/journeys/open-states';
import type { CheckoutCalls } from './checkout-calls';
import { invitedCalls } from '~/use-cases/invited/invited-calls.server';
import { registrationCalls } from './registration-calls.server';
import type { RequestContext } from '~/server/request/request-context.server';

export function signUpCalls(context: RequestContext, state: SignedUp): CheckoutCalls {
  return state.invited ? invitedCalls(context, state) : registrationCalls(context, state);
}
