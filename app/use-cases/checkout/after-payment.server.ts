import { REPORTED_CURRENCY } from '~/analytics/port';
import type { PaymentAnswer } from '~/backend/schemas/payments';
import type { Order } from '~/domain/order';
import type { PaidOrder } from '~/domain/paid-order';
import type { Payer } from '~/domain/receipt/payer';
import type { TermsAgreement } from '~/domain/receipt/terms-agreement';
import { analyticsPackageOf, signUpKey } from './checkout-events.server';
import type { ReceivedPayment } from '~/components/checkout/payment-received';
import type { TagManagerData } from '~/components/enhanced/tag-manager';
import { readTagPayload } from '~/domain/tag-payload';
import type { CardOnFile, JoinState } from '~/journeys/join-state';
import type { RequestContext } from '~/server/request/request-context.server';

/** What is known here of a payment, beside the answer to it. */
interface PaidNow {
  email: string;
  now: Date;
  card?: Pick<CardOnFile, 'lastFour'>;
  payer: Payer;
  terms?: TermsAgreement;
}

/**
 * Drops a tag payload that cannot be decoded. A backend that does not say when it took the payment took it now, and mails to the address
 * that was given.
 */
export function toPaidOrder(
  order: Order,
  { gaPayloadBase64, receipt, registration, ...answer }: PaymentAnswer,
  { email, now, card, payer, terms }: PaidNow,
): PaidOrder {
  return {
    ...answer,
    receipt: {
      ...receipt,
      cardLastFour: receipt.cardLastFour ?? card?.lastFour ?? null,
      transactionDateTime: receipt.transactionDateTime ?? now.toISOString(),
      terms: receipt.terms ?? terms ?? null,
    },
    registration: { ...registration, parent: { ...registration.parent, email: registration.parent.email ?? email } },
    order,
    payer,
    ...(gaPayloadBase64 && readTagPayload(gaPayloadBase64) ? { gaPayloadBase64 } : {}),
  };
}

/** @param paid undefined in a browser that did not pay */
export function describePayment(paid: PaidOrder | undefined): ReceivedPayment {
  const totals = paid?.receipt.totals;
  return { amount: totals?.totalFormatted ?? null, isFree: totals?.total === 0 };
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
 * What the receipt, which is shown once, holds for a tag manager (docs/rules.md, "Tag payload"). Opens the page's policy to it.
 *
 * @returns nothing where analytics may not hear of this browser, or nobody sees the page
 */
export function openTagManager(context: RequestContext, { gaPayloadBase64 }: PaidOrder): TagManagerData {
  if (!context.analyticsConsent.isGiven || !context.isViewed) return { payload: null, script: null };
  return { payload: readTagPayload(gaPayloadBase64) ?? null, script: context.allowTagManager() ?? null };
}
