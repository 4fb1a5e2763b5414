import { createHash } from 'node:crypto';
import { REPORTED_CURRENCY } from '~/analytics/port';
import { PAYMENT_VIEWS } from '~/journeys/checkout';
import type { JoinState } from '~/journeys/join-state';
import type { CheckoutStepName } from '~/journeys/journey';
import type { RequestContext } from '~/server/request/request-context.server';

/** Reported once for each sign-up and view (docs/rules.md, "Events"). */
export function reportCheckoutStep(
  { report }: RequestContext,
  state: JoinState,
  { name, event }: { name: CheckoutStepName; event: 'viewed' | 'completed' },
): void {
  const { number, view } = PAYMENT_VIEWS.find((each) => each.name === name) ?? PAYMENT_VIEWS[0];
  report({
    name: `checkout step ${event}`,
    id: `checkout ${event}:${view}:${signUpKey(state)}`,
    step: number,
    view,
    packageId: state.order?.packageId ?? null,
    analyticsPackage: analyticsPackageOf(state, state.order?.packageId),
    currency: REPORTED_CURRENCY,
  });
}

/** Known of the package that was chosen; null of any other, and where the backend has no name for it. */
export function analyticsPackageOf({ chosenPackage }: JoinState, packageId: string | null | undefined): string | null {
  return (chosenPackage?.id === packageId && chosenPackage?.analyticsPackage) || null;
}

/** A hash, so that analytics can tell sign-ups apart without knowing them. */
export function signUpKey({ registration, invited }: JoinState): string {
  const id = registration?.signupId ?? invited?.userId ?? '';
  return createHash('sha256').update(id).digest('base64url').slice(0, 22);
}
