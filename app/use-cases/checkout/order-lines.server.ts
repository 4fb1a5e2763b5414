import { redirect } from '@remix-run/node';
import type { OfferedPackage } from '~/backend/schemas/offers';
import type { OrderLines } from '~/components/checkout/order-summary';
import { ownTermOf } from '~/domain/build-your-own';
import { formatMoney } from '~/domain/money';
import type { Order, PaidOrder, PaidTotals } from '~/domain/order';
import { includesVat } from '~/domain/packages';
import { couponPercent, reducedPrice } from '~/domain/prices';
import type { With } from '~/journeys/join-state';
import { packagesPath } from './price.server';
import { findPackage } from './offered-packages.server';
import type { RequestContext } from '~/server/request/request-context.server';

/** Shared by a price before payment and a receipt after it. */
export interface OrderFigures {
  couponDetail: PaidOrder['pricingInfo']['couponDetail'];
  paymentCodeDetails: PaidOrder['receipt']['paymentCodeDetails'];
  payForCoParent: boolean;
  totals: PaidTotals;
}

/**
 * Omits tax and total without `pricing`.
 *
 * @param percentOff an offer's discount, for an order without `pricing`
 * @throws Response a redirect to the packages if the order's package is no longer available
 */
export async function requireOrderLines(
  context: RequestContext,
  state: With<'order'>,
  pricing?: OrderFigures,
  percentOff?: number,
): Promise<OrderLines> {
  const lines = await findOrderLines(context, state, pricing, percentOff);
  if (!lines) throw redirect(packagesPath(context), 303);
  return lines;
}

/** Undefined if the order's package is no longer available. */
export async function findOrderLines(
  context: RequestContext,
  state: With<'order'>,
  pricing?: OrderFigures,
  percentOff = 0,
): Promise<OrderLines | undefined> {
  const { order } = state;
  const offered = await findPackage(context, state, order.packageId);
  if (!offered) return undefined;
  const years = yearsOf(order, offered);
  const packageTotal =
    pricing?.totals.selectedPackageTotal ?? priceBeforeTax(offered, order.services, order.productId, years);
  const { currencyCode: currency } = offered;
  const format = (amount: number) => formatMoney(amount, currency, context.language);
  const offerOn = (price: number): Partial<OrderLines> => {
    const reduced = reducedPrice(price, percentOff, currency);
    if (reduced === price) return {};
    const discount = price - reduced;
    return {
      coupon: { percent: couponPercent(discount, price), description: null, discountFormatted: format(discount) },
      beforeTaxFormatted: format(reduced),
    };
  };
  return {
    name: offered.displayName,
    receiptText: offered.receiptText,
    years,
    options: offered.options.filter(({ code }) => order.services.includes(code)).map(({ displayName }) => displayName),
    currency,
    packageFormatted: packageTotal === null ? null : format(packageTotal),
    isVatIncluded: includesVat(offered),
    totals: pricing?.totals.totalFormatted == null ? null : pricing.totals,
    ...(pricing ? deductionsOf(pricing) : packageTotal !== null && offerOn(packageTotal)),
  };
}

/** The term of the subscription. */
export function yearsOf(order: Order, offered: OfferedPackage): 1 | 2 {
  return ownTermOf(order) ?? offered.subDurationInYears;
}

function deductionsOf({ couponDetail, paymentCodeDetails, payForCoParent, totals }: OrderFigures): Partial<OrderLines> {
  return {
    coParentFormatted: payForCoParent ? (totals.selectedPackageTotalFormatted ?? undefined) : undefined,
    coupon: couponDetail?.discountFormatted
      ? {
          percent: couponPercent(couponDetail.discount ?? 0, totals.subTotal ?? 0),
          description: couponDetail.description,
          discountFormatted: couponDetail.discountFormatted,
        }
      : undefined,
    codes: paymentCodeDetails,
  };
}

/** Must match the backend's own amount. Options are priced per year. Null if one of the prices is unknown. */
function priceBeforeTax(
  offered: OfferedPackage,
  services: string[],
  productId: string | null,
  years: number,
): number | null {
  const term = offered.subscriptions.find((candidate) => candidate.productId === productId);
  const base = term ? term.price : offered.price;
  return offered.options
    .filter(({ code }) => services.includes(code))
    .reduce<number | null>(
      (sum, { pricePerYear }) => (sum === null || pricePerYear === null ? null : sum + pricePerYear * years),
      base,
    );
}
