import { REPORTED_CURRENCY } from '~/analytics/port';
import type { PaymentAnswer } from '~/backend/schemas/payments';
import type { Order } from '~/domain/order';
import type { PaidOrder } from '~/domain/paid-order';
import { readTagPayload, type TagPayload } from '~/domain/tag-payload';
import type { JoinState } from '~/journeys/join-state';
import type { RequestContext } from '~/server/request/request-context.server';

/** What is kept of a payment's answer. A tag payload that cannot be read is not. */
export function paidOrderOf(order: Order, { gaPayloadBase64, ...answer }: PaymentAnswer): PaidOrder {
  return { ...answer, order, ...(gaPayloadBase64 && readTagPayload(gaPayloadBase64) ? { gaPayloadBase64 } : {}) };
}

/**
 * Tells analytics of a payment (docs/rules.md, "Events"). Each event bears the payment's id, since twenty presses of one button all come by
 * here.
 */
export function reportPayment(context: RequestContext, state: JoinState, answer: PaymentAnswer): void {
  const { parent, order } = answer.registration;
  const { transactionId } = answer.receipt;
  const common = {
    userId: parent.userId,
    familyId: parent.familyId,
    packageId: order.packageId,
    currency: REPORTED_CURRENCY,
  } as const;
  reportIdentified(context, parent.userId);
  // A payment of nothing has no transaction; a parent has one payment.
  const id = (name: string) => `${name}:${transactionId ?? parent.userId}`;
  const created = 'subscription created';
  context.report({ name: created, id: id(created), ...common, transactionId });
  const selectedPackageId = state.chosenPackage?.id ?? null;
  if (selectedPackageId === order.packageId) return;
  const mismatch = 'subscription mismatch';
  context.report({ name: mismatch, id: id(mismatch), ...common, selectedPackageId });
}

/** Tells analytics whose browser this is (docs/rules.md, "Events"). */
export function reportIdentified({ report, anonymousId }: RequestContext, userId: string): void {
  report({ name: 'user identified', id: `user identified:${userId}:${anonymousId}`, userId });
}

/**
 * The tag payload, for the first page after the payment alone: a reload would count it again. Nothing for a browser that asks not to be
 * followed.
 */
export function takeTagPayload({ session, anonymousId }: RequestContext): TagPayload | null {
  const paid = session.state?.paid;
  const payload = readTagPayload(paid?.gaPayloadBase64);
  if (!paid || !payload) return null;
  const { gaPayloadBase64: _shown, ...rest } = paid;
  session.update({ paid: rest });
  return anonymousId === null ? null : payload;
}
