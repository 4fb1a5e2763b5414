import { SUBSCRIPTION_YEARS } from '~/domain/build-your-own';
import { isVatIncluded, renewalDate } from '~/domain/packages';
import type { PaidOrder } from '~/domain/paid-order';
import type { Receipt } from '~/domain/receipt/receipt';
import { receiptSections, type ReceiptSection } from '~/i18n/receipt-sections';
import type { JoinState } from '~/journeys/join-state';
import type { RequestContext } from '~/server/request/request-context.server';
import { findOrderLines } from './order-lines.server';
import { payerOf } from './payer-of';

/** All that is known of what was paid, in words. An earlier release or another backend may have kept less of it. */
export async function describeReceipt(
  context: RequestContext,
  state: JoinState,
  paid: PaidOrder,
): Promise<ReceiptSection[]> {
  const { seller, supportEmail } = context.services;
  const { order, pricingInfo, registration } = paid;
  const { payForCoParent, paymentCodeDetails, transactionDateTime, ...receipt } = paid.receipt;
  const lines = await findOrderLines(context, { ...state, order }, { ...paid.receipt, ...pricingInfo });
  const years = lines?.years ?? (order.productId ? SUBSCRIPTION_YEARS[order.productId as 'SUB1YEAR'] : null);
  return receiptSections(context.language, {
    ...receipt,
    seller,
    supportEmail,
    orderNumber: receipt.orderNumber ?? null,
    paidAt: transactionDateTime,
    // A sign-up that was paid under 0.1.0 has none in its record.
    timeZone: state.parent?.timezone ?? paid.timeZone ?? 'UTC',
    payer: { ...(paid.payer ?? payerOf(state)), email: registration.parent.email },
    sold: lines ? { name: lines.name, options: lines.options, priceFormatted: lines.packageFormatted } : null,
    years,
    isVatIncluded: lines?.isVatIncluded ?? isVatIncluded(order.packageId),
    isForCoParent: payForCoParent,
    coupon: pricingInfo.couponDetail,
    codes: paymentCodeDetails,
    renewal: years === null ? null : renewalOf(paid, years),
    terms: receipt.terms ?? null,
  });
}

function renewalOf({ receipt, renewalAmount }: PaidOrder, years: 1 | 2): Receipt['renewal'] {
  const { renewal, transactionDateTime } = receipt;
  return {
    date: renewal?.date ?? renewalDate(new Date(transactionDateTime), years).toISOString(),
    amount: renewalAmount ?? renewal?.totalFormatted ?? null,
  };
}
