import { ownTermOf } from '~/domain/build-your-own';
import { formatMoney, percent, percentOf } from '~/domain/money';
import type { Order, PaidRenewal } from '~/domain/order';
import { laterDay } from '~/domain/calendar-days';
import { isVatIncluded, requirePackageCode } from '~/domain/packages';
import type { Language } from '~/i18n/languages';
import { findPackage } from './catalogue';
import type { FullTotals } from './full-answers';

/** The term of an order's subscription. Null for a package that is no longer in the catalogue. */
export function findYears(order: Pick<Order, 'packageId' | 'productId'>): 1 | 2 | null {
  const sold = findPackage(order.packageId);
  if (!sold) return null;
  return ownTermOf(order) ?? requirePackageCode(sold.code).years;
}

/**
 * The date and amount of a paid order's renewal, without the coupon and the codes, which count once.
 *
 * @param timeZone IANA, the buyer's: the calendar date depends on it
 * @param paid the order's totals
 */
export function findRenewal(
  order: Pick<Order, 'packageId' | 'productId'>,
  paid: FullTotals,
  { from, timeZone, language }: { from: Date; timeZone: string; language: Language },
): PaidRenewal | null {
  const years = findYears(order);
  if (years === null) return null;
  const total = renewalTotal(paid, isVatIncluded(order.packageId));
  const totalFormatted = formatMoney(total, paid.currencyCode, language);
  return { date: laterDay(from, { years }, timeZone).toISOString(), total, totalFormatted };
}

function renewalTotal({ subTotal, taxRate, currencyCode }: FullTotals, isVat: boolean): number {
  return isVat ? subTotal : subTotal + percentOf(subTotal, percent(taxRate), currencyCode);
}
