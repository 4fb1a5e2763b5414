import { isSubscriptionId, SUBSCRIPTION_YEARS } from '~/domain/build-your-own';
import { formatMoney, percent, percentOf } from '~/domain/money';
import type { Order } from '~/domain/order';
import { isVatIncluded, parsePackageCode, renewalDate } from '~/domain/packages';
import type { PaidRenewal } from '~/domain/paid-order';
import type { Language } from '~/i18n/languages';
import { findPackage } from './catalogue';
import type { FullTotals } from './full-answers';

/** For how long an order's subscription is. Null for a package that is not in the catalogue any more. */
export function findYears({ packageId, productId }: Pick<Order, 'packageId' | 'productId'>): 1 | 2 | null {
  const sold = findPackage(packageId);
  if (!sold) return null;
  return isSubscriptionId(productId) ? SUBSCRIPTION_YEARS[productId] : parsePackageCode(sold.code).years;
}

/**
 * When a paid order renews, and for how much: without the coupon and the codes, which count once.
 *
 * @param paid its totals; those of an attempt that an earlier release began have no rate of tax, so only a full price is known to renew the same
 */
export function findRenewal(
  order: Pick<Order, 'packageId' | 'productId'>,
  paid: FullTotals,
  { from, language }: { from: Date; language: Language },
): PaidRenewal | null {
  const years = findYears(order);
  if (years === null) return null;
  const total = renewalTotal(paid, isVatIncluded(order.packageId));
  const totalFormatted = total === null ? null : formatMoney(total, paid.currencyCode, language);
  return { date: renewalDate(from, years).toISOString(), total, totalFormatted };
}

function renewalTotal(
  { subTotal, total, taxAmount, taxRate, currencyCode }: FullTotals,
  isVat: boolean,
): number | null {
  if (isVat) return subTotal;
  if (taxRate != null) return subTotal + percentOf(subTotal, percent(taxRate), currencyCode);
  return subTotal + taxAmount === total ? total : null;
}
