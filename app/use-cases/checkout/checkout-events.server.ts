import { createHash } from 'node:crypto';
import { REPORTED_CURRENCY } from '~/analytics/port';
import type { PaymentAnswer } from '~/backend/schemas/payments';
import type { TagManagerData } from '~/components/enhanced/tag-manager';
import type { PaidOrder } from '~/domain/order';
import { readTagPayload } from '~/domain/tag-payload';
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

/** The chosen package's name in analytics; null for any other package, and if the backend has no name for it. */
function analyticsPackageOf({ chosenPackage }: JoinState, packageId: string | null | undefined): string | null {
  return (chosenPackage?.id === packageId && chosenPackage?.analyticsPackage) || null;
}

/** A hash, so that analytics can distinguish sign-ups without receiving their ids. */
function signUpKey({ registration, invited }: JoinState): string {
  const id = registration?.signupId ?? invited?.userId ?? '';
  return createHash('sha256').update(id).digest('base64url').slice(0, 22);
}

/** Reports the payment to analytics (docs/rules.md, "Events"). Events carry the payment's id, because one payment can be reported several times. */
export function reportPayment(context: RequestContext, state: JoinState, answer: PaymentAnswer): void {
  const { parent, order } = answer.registration;
  const { transactionId } = answer.receipt;
  const common = {
    userId: parent.userId,
    familyId: parent.familyId,
    packageId: order.packageId,
    analyticsPackage: analyticsPackageOf(state, order.packageId),
    currency: REPORTED_CURRENCY,
  } as const;
  if (parent.userId !== null) reportIdentified(context, parent.userId);
  // A free order has no transaction, and a parent pays only once.
  const id = (name: string) => `${name}:${transactionId ?? parent.userId ?? signUpKey(state)}`;
  const created = 'subscription created';
  context.report({ name: created, id: id(created), ...common, transactionId });
  const selectedPackageId = state.chosenPackage?.id ?? null;
  if (order.packageId === null || selectedPackageId === order.packageId) return;
  const mismatch = 'subscription mismatch';
  context.report({ name: mismatch, id: id(mismatch), ...common, selectedPackageId });
}

/** docs/rules.md, "Events" */
export function reportIdentified({ report, anonymousId }: RequestContext, userId: string): void {
  report({ name: 'user identified', id: `user identified:${userId}:${anonymousId}`, userId });
}

/**
 * The data that the receipt passes to a tag manager, once (docs/rules.md, "Tag payload"). Adds the tag manager to the
 * page's policy.
 *
 * @returns nulls without consent to analytics, for a page that is not viewed, and for a repeated receipt
 */
export function openTagManager(context: RequestContext, { gaPayloadBase64 }: PaidOrder): TagManagerData {
  if (!context.analyticsConsent.isGiven || !context.isViewed || context.lastReceipt)
    return { payload: null, script: null };
  return { payload: readTagPayload(gaPayloadBase64) ?? null, script: context.allowTagManager() ?? null };
}
