import { ADDRESS } from '~/steps/billing';
import { z } from 'zod';
import { CURRENCIES, currencySymbol, formatMoney, type Currency } from '~/domain/money';
import type { PaidTotals } from '~/domain/order';

import { amount, expected, expectedOr, id, maybe, orNull, text } from './reading';

/** Orders and their prices. Money is integer minor units. */

export const orderBody = z.object({
  packageId: z.string(),
  productId: z.string().nullable(),
  services: z.array(z.string()),
});

/** An order in a response. */
export const boughtOrder = z.object({
  packageId: id,
  productId: orNull(text),
  services: orNull(z.array(text)).transform((services) => services ?? []),
});

/** Prices are never guessed. Amounts that a page charges or shows are required; missing texts are formatted from the amounts. */
export const currencyCode = z
  .string()
  .transform((code) => code.toUpperCase())
  .pipe(z.enum(CURRENCIES));

const partialTotals = {
  paymentCodeTotal: expected(amount),
  paymentCodeTotalFormatted: expected(text),
  selectedPackageTotal: expected(amount),
  selectedPackageTotalFormatted: expected(text),
  subTotal: expected(amount),
  subTotalFormatted: expected(text),
  subTotalAfterDiscount: expected(amount),
  subTotalAfterDiscountFormatted: expected(text),
  taxAmountFormatted: expected(text),
  /** In percent, such as 6.875. */
  taxRate: maybe(z.number().nonnegative().max(100)),
  totalFormatted: expected(text),
};

/** Below zero, a charge would be a refund, and Review would show a price that no one can pay. */
const payable = amount.nonnegative();

/** The totals of a payable order. */
export const totals = z
  .object({ ...partialTotals, currencyCode, taxAmount: payable, total: payable })
  .transform(withTexts);

/** The totals of a taken payment. A receipt shows those that are present. */
export const paidTotals = z
  .object({
    ...partialTotals,
    currencyCode: expected(currencyCode),
    taxAmount: expected(amount),
    total: expected(amount),
  })
  .transform(withTexts);

function withTexts<Totals extends PaidTotals>(given: Totals): Totals {
  const textOf = (said: string | null, figure: number | null) => confirmedText(said, figure, given.currencyCode);
  return {
    ...given,
    paymentCodeTotalFormatted: textOf(given.paymentCodeTotalFormatted, given.paymentCodeTotal),
    taxAmountFormatted: textOf(given.taxAmountFormatted, given.taxAmount),
    selectedPackageTotalFormatted: textOf(given.selectedPackageTotalFormatted, given.selectedPackageTotal),
    subTotalFormatted: textOf(given.subTotalFormatted, given.subTotal),
    subTotalAfterDiscountFormatted: textOf(given.subTotalAfterDiscountFormatted, given.subTotalAfterDiscount),
    totalFormatted: textOf(given.totalFormatted, given.total),
  };
}

/**
 * The backend's text of an amount, unless it has the digits of another amount or the sign of another currency. Pages then show the amount
 * itself.
 */
export function confirmedText(said: string | null, figure: number | null, currency: Currency | null): string | null {
  const ours = findText(figure, currency);
  return ours !== null && said !== null && contradicts(said, Math.abs(figure ?? 0), currency) ? ours : (said ?? ours);
}

function contradicts(said: string, figure: number, currency: Currency | null): boolean {
  const signs = said.match(/[$£€]/g) ?? [];
  return (
    Number(said.replace(/\D/g, '')) !== figure ||
    (currency !== null && signs.some((sign) => sign !== currencySymbol(currency)))
  );
}

/** Formats an amount. All our languages format amounts alike, so the response's language does not matter. */
function findText(figure: number | null, currency: Currency | null): string | null {
  return figure === null || currency === null ? null : formatMoney(figure, currency, 'en');
}

export const couponDetail = z.object({
  couponCode: expected(text),
  description: expected(text),
  discount: expected(amount),
  discountFormatted: expected(text),
});
type CouponDetail = z.output<typeof couponDetail>;

/** A usable coupon. */
export const couponOffer = z.object({
  couponCode: expected(text),
  description: expected(text),
  /** The discount on the first payment before tax, such as 20 or 12.5. */
  percentage: maybe(z.number().positive().max(100)),
});

export type CouponOffer = z.output<typeof couponOffer>;

export const paymentCodeDetail = z.object({
  code: text,
  amount: expected(amount),
  amountFormatted: expected(text),
  /** The part of a code's value that this order does not use. */
  unused: maybe(amount),
  unusedFormatted: maybe(text),
});
type PaymentCodeDetail = z.output<typeof paymentCodeDetail>;

/** A coupon without any content is null, and one of zero, which some backends return with every price. */
export function withCouponText(coupon: CouponDetail | null, currency: Currency | null): CouponDetail | null {
  if (!coupon || coupon.discount === 0 || Object.values(coupon).every((said) => said === null)) return null;
  return { ...coupon, discountFormatted: confirmedText(coupon.discountFormatted, coupon.discount, currency) };
}

export function withCodeTexts(codes: PaymentCodeDetail[], currency: Currency | null): PaymentCodeDetail[] {
  return codes.map((code) => ({
    ...code,
    amountFormatted: confirmedText(code.amountFormatted, code.amount, currency),
    unusedFormatted: confirmedText(code.unusedFormatted, code.unused, currency),
  }));
}

export const pricingRequest = z.object({
  address: ADDRESS.body.extend({ type: z.literal('PRIMARY') }),
  limboId: z.string(),
  orderDetail: orderBody,
  payForCoparent: z.boolean(),
  paymentCodes: z.array(z.string()),
  phoneCountryCode: z.string(),
  phoneNumber: z.string(),
});

export const pricingInfo = z
  .object({
    couponDetail: maybe(couponDetail),
    payForCoParent: expectedOr(z.boolean(), false),
    paymentCodeDetails: expectedOr(z.array(paymentCodeDetail), []),
    /** In minor units. VAT is already included in the total. */
    taxes: expected(amount),
    taxId: maybe(text),
    finalPrice: expected(amount),
    taxesCalculated: expectedOr(z.boolean(), true),
    /** Repeats the request. */
    request: maybe(pricingRequest),
    totals,
  })
  .transform((pricing) => ({
    ...pricing,
    couponDetail: withCouponText(pricing.couponDetail, pricing.totals.currencyCode),
    paymentCodeDetails: withCodeTexts(pricing.paymentCodeDetails, pricing.totals.currencyCode),
  }));
export type PricingInfo = z.infer<typeof pricingInfo>;
