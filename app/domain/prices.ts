import { percent, percentIncludedIn, percentOf, type Currency, type Rate } from './money';

export interface PriceInput {
  /** Minor units, for one parent. */
  packagePrice: number;
  currency: Currency;
  payForCoparent: boolean;
  /** Deducted first; null without a coupon. */
  couponRate: Rate | null;
  /** Minor units each, in the order they were entered. */
  codes: readonly { code: string; amount: number }[];
  tax: { rate: Rate; included: boolean };
}

/** Minor units (docs/rules.md, "Order total"). */
export interface Prices {
  selectedPackageTotal: number;
  /** For all people whom the order pays for. */
  subTotal: number;
  discount: number;
  subTotalAfterDiscount: number;
  /** For each code, the amount that it pays of this order and the unused part of its value, which is lost. */
  codes: { code: string; amount: number; unused: number }[];
  paymentCodeTotal: number;
  /** Added to the total, or already included in it. */
  taxAmount: number;
  total: number;
}

export function computePrices(input: PriceInput): Prices {
  const { packagePrice, currency } = input;
  const subTotal = input.payForCoparent ? packagePrice * 2 : packagePrice;
  const discount = input.couponRate === null ? 0 : percentOf(subTotal, input.couponRate, currency);
  const subTotalAfterDiscount = subTotal - discount;
  const codes = allocateCodes(subTotalAfterDiscount, input.codes);
  const paymentCodeTotal = codes.reduce((sum, { amount }) => sum + amount, 0);
  const payable = subTotalAfterDiscount - paymentCodeTotal;
  const taxAmount = input.tax.included
    ? percentIncludedIn(payable, input.tax.rate)
    : percentOf(payable, input.tax.rate, currency);
  return {
    selectedPackageTotal: packagePrice,
    subTotal,
    discount,
    subTotalAfterDiscount,
    codes,
    paymentCodeTotal,
    taxAmount,
    total: input.tax.included ? payable : payable + taxAmount,
  };
}

function allocateCodes(amount: number, codes: PriceInput['codes']): Prices['codes'] {
  let left = amount;
  return codes.map(({ code, amount: value }) => {
    const paid = Math.min(value, left);
    left -= paid;
    // A code that pays nothing stays unspent, so its value is not lost.
    return { code, amount: paid, unused: paid > 0 ? value - paid : 0 };
  });
}

/**
 * The displayed percentage. The discount was already rounded, so 47.95 off 239.76 counts as 20%, not 19.
 *
 * @param discount minor units, like `total`, which is before the discount
 * @returns a whole number; 0 without a discount
 */
export function couponPercent(discount: number, total: number): number {
  return total > 0 && discount > 0 ? Math.floor((discount * 100 + 49) / total) : 0;
}

/** A coupon's percentage as pages display it, rounded down. @param percentage such as 12.5 @returns undefined below 1 */
export function displayedPercent(percentage: number): number | undefined {
  return percentage < 1 ? undefined : Math.floor(percentage);
}

/** A price with a coupon, before tax, as `computePrices` deducts it. @param price minor units @param percentage such as 12.5 */
export function reducedPrice(price: number, percentage: number, currency: Currency): number {
  return price - percentOf(price, percent(percentage), currency);
}

/**
 * The tax included in a reduced price, for an estimate before the backend prices the order. It derives the rate from rounded amounts:
 * below 2,000 minor units it may differ by one.
 *
 * @param full the price without the coupon, and the tax in it; tax rates have at most one decimal
 */
export function reducedTax(reduced: number, full: { price: number; tax: number }): number {
  const rate = Math.round((full.tax * 1000) / (full.price - full.tax)) / 10;
  return percentIncludedIn(reduced, percent(rate));
}

/**
 * The percentage of the coupon. An order has at most one coupon, and of several only the backend knows which one applies.
 *
 * @returns undefined unless there is one coupon with a known percentage
 */
export function onlyPercentage(coupons: readonly { percentage: number | null }[]): number | undefined {
  return coupons.length === 1 ? (coupons[0]?.percentage ?? undefined) : undefined;
}
