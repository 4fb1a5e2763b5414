import { createHash } from 'node:crypto';
import { REPORTED_CURRENCY } from '~/analytics/port';
import { PAYMENT_VIEWS } from '~/journeys/checkout';
import type { JoinState } from '~/journeys/join-state';
import type { CheckoutStepName } from '~/journeys/journey';
import type { RequestContext } from '~/server/request/request-context.server';

/** Tells analytics of a view of the checkout, once a sign-up and view (docs/rules.md, "Events"). */
export function reportCheckoutStep(
  { report }: RequestContext,
  state: JoinState,
  { name, what }: { name: CheckoutStepName; what: 'viewed' | 'completed' },
): void {
  const { number, view } = PAYMENT_VIEWS.find((each) => each.name === name) ?? PAYMENT_VIEWS[0];
  report({
    name: `checkout step ${what}`,
    id: `checkout ${what}:${view}:${signUpKey(state)}`,
    step: number,
    view,
    packageId: state.order?.packageId ?? null,
    currency: REPORTED_CURRENCY,
  });
}

/** Tells sign-ups apart, and does not tell which one it is. */
function signUpKey({ registration, invited }: JoinState): string {
  const id = registration?.signupId ?? invited?.userId ?? '';
  return createHash('sha256').update(id).digest('base64url').slice(0, 22);
}
