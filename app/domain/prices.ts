import { percentIncludedIn, percentOf, type Currency, type Rate } from './money';

export interface PriceInput {
  /** Of the selected package, for one parent, minor units. */
  packagePrice: number;
  currency: Currency;
  payForCoparent: boolean;
  /** Taken off first; null where there is no coupon. */
  couponRate: Rate | null;
  /** What each accepted activation code is worth, minor units, in the order they were entered. */
  codes: readonly { code: string; amount: number }[];
  tax: { rate: Rate; included: boolean };
}

/** Every figure of an order, minor units (docs/rules.md, "Order total"). */
export interface Prices {
  /** The selected package for one parent. */
  selectedPackageTotal: number;
  /** For everybody who is paid for. */
  subTotal: number;
  /** What the coupon takes off. */
  discount: number;
  subTotalAfterDiscount: number;
  /** What each code pays of this order: never more than is left. */
  codes: { code: string; amount: number }[];
  paymentCodeTotal: number;
  /** Added to the total, or already inside it where it is included. */
  taxAmount: number;
  total: number;
}

/**
 * Prices an order: package, doubled when the co-parent is paid for too, less coupon, less activation codes, plus tax on what is left,
 * rounded half-up to the minor unit (docs/decisions).
 */
export function computePrices(input: PriceInput): Prices {
  const { packagePrice, currency } = input;
  const subTotal = input.payForCoparent ? packagePrice * 2 : packagePrice;
  const discount = input.couponRate === null ? 0 : percentOf(subTotal, input.couponRate, currency);
  const subTotalAfterDiscount = subTotal - discount;
  const codes = spread(subTotalAfterDiscount, input.codes);
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

function spread(amount: number, codes: PriceInput['codes']): Prices['codes'] {
  let left = amount;
  return codes.map(({ code, amount: worth }) => {
    const paid = Math.min(worth, left);
    left -= paid;
    return { code, amount: paid };
  });
}

/**
 * The coupon's percentage as the page says it (docs/rules.md, "Coupons"). The discount was itself rounded to the minor unit, so it is taken
 * for the most it can have been: 47.95 off 239.76 are 20%, not 19.
 *
 * @param total minor units, before the discount
 * @returns a whole number; 0 where there is nothing to discount
 */
export function couponPercent(discount: number, total: number): number {
  return total > 0 && discount > 0 ? Math.floor((discount * 100 + 49) / total) : 0;
}
