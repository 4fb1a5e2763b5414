import { ADDRESS } from '~/steps/billing';
import type { PaymentAnswer } from '~/backend/schemas/payments';
import type { ReceivedPayment } from '~/components/checkout/payment-received';
import { ownTermOf } from '~/domain/build-your-own';
import { laterDay } from '~/domain/calendar-days';
import type { Order, PaidOrder, TermsAgreement, Payer } from '~/domain/order';
import { isVatIncluded } from '~/domain/packages';
import type { Receipt } from '~/domain/receipt/receipt';
import { readTagPayload } from '~/domain/tag-payload';
import { receiptSections, type ReceiptSection } from '~/i18n/receipt-sections';
import { freshState, type JoinState, type CardOnFile } from '~/journeys/join-state';
import type { RequestContext } from '~/server/request/request-context.server';
import { openTagManager } from './checkout-events.server';
import { findOrderLines } from './order-lines.server';

/** What the page of a receipt shows. Ends the journey once that page was sent. */
export async function showReceipt(context: RequestContext, state: JoinState, paid: PaidOrder) {
  const sections = await describeReceipt(context, state, paid);
  endWithReceipt(context, state);
  const tags = openTagManager(context, paid);
  return { sections, scripts: 'receipt' as const, tags, email: paid.registration.parent.email };
}

/** The visitor can still switch the receipt's language until the browser requests another page (docs/rules.md, "Parent receipt"). */
function endWithReceipt(context: RequestContext, state: JoinState): void {
  const { session, lastReceipt, services } = context;
  if (lastReceipt) return;
  session.update({ receiptBegan: services.clock.now().getTime() });
  const { paid, credentials, chosenPackage, parent, billing } = state;
  const shown = { paid: paid && { ...paid, clickToJoinToken: null }, credentials, chosenPackage, parent, billing };
  context.afterSent(() => session.replaceNow({ ...freshState, finished: true, lastReceipt: shown }));
}

/** All known details of a payment, as text. A remote backend may return fewer. */
async function describeReceipt(context: RequestContext, state: JoinState, paid: PaidOrder): Promise<ReceiptSection[]> {
  const { seller, supportEmail } = context.services;
  const { order, pricingInfo, registration } = paid;
  const { payForCoParent, paymentCodeDetails, transactionDateTime, ...receipt } = paid.receipt;
  const lines = await findOrderLines(context, { ...state, order }, { ...paid.receipt, ...pricingInfo });
  const years = lines?.years ?? ownTermOf(order) ?? null;
  const timeZone = state.parent?.timezone ?? paid.timeZone ?? 'UTC';
  return receiptSections(context.language, {
    ...receipt,
    seller,
    supportEmail,
    orderNumber: receipt.orderNumber ?? null,
    paidAt: transactionDateTime,
    timeZone,
    payer: { ...paid.payer, email: registration.parent.email },
    sold: lines ? { name: lines.name, options: lines.options, priceFormatted: lines.packageFormatted } : null,
    years,
    isVatIncluded: lines?.isVatIncluded ?? isVatIncluded(order.packageId),
    isForCoParent: payForCoParent,
    coupon: pricingInfo.couponDetail,
    codes: paymentCodeDetails,
    renewal: years === null ? null : renewalOf(paid, years, timeZone),
    terms: receipt.terms ?? null,
  });
}

function renewalOf({ receipt, renewalAmount }: PaidOrder, years: 1 | 2, timeZone: string): Receipt['renewal'] {
  const { renewal, transactionDateTime } = receipt;
  return {
    date: renewal?.date ?? laterDay(new Date(transactionDateTime), { years }, timeZone).toISOString(),
    amount: renewalAmount ?? renewal?.totalFormatted ?? null,
  };
}

/** The server's data about a payment besides its response. */
interface PaidNow {
  email: string;
  now: Date;
  card?: Pick<CardOnFile, 'lastFour' | 'brand'>;
  payer: Payer;
  terms?: TermsAgreement;
  marketingOptIn?: boolean;
}

/** Drops a tag payload that cannot be decoded. If the backend omits them, uses the current time and the given e-mail address. */
export function toPaidOrder(
  order: Order,
  { gaPayloadBase64, receipt, registration, ...answer }: PaymentAnswer,
  { email, now, card, payer, terms, marketingOptIn }: PaidNow,
): PaidOrder {
  const cardLastFour = receipt.cardLastFour ?? card?.lastFour ?? null;
  return {
    ...answer,
    receipt: {
      ...receipt,
      cardLastFour,
      ...(card && card.lastFour === cardLastFour && { cardBrand: card.brand }),
      transactionDateTime: receipt.transactionDateTime ?? now.toISOString(),
      terms: receipt.terms ?? terms ?? null,
    },
    registration: { ...registration, parent: { ...registration.parent, email: registration.parent.email ?? email } },
    order,
    payer,
    ...(marketingOptIn !== undefined && { marketingOptIn }),
    ...(gaPayloadBase64 && readTagPayload(gaPayloadBase64) ? { gaPayloadBase64 } : {}),
  };
}

/** @param paid undefined in a browser that did not pay */
export function describePayment(paid: PaidOrder | undefined): ReceivedPayment {
  const totals = paid?.receipt.totals;
  return { amount: totals?.totalFormatted ?? null, isFree: totals?.total === 0 };
}

/** The payer's name and address, from the session. */
export function payerOf({ parent, billing }: JoinState): Payer {
  return {
    name: parent ? `${parent.firstName} ${parent.lastName}` : null,
    address: billing ? ADDRESS.toBody(billing) : null,
  };
}
