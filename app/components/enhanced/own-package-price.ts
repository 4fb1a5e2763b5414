import {
  findBuildYourOwnPrice,
  isSubscriptionId,
  serviceCodesOf,
  SUBSCRIPTION_YEARS,
  type BuildYourOwnPrices,
  type ChosenOptions,
} from '~/domain/build-your-own';
import { formatMoney, type Currency } from '~/domain/money';

export interface OwnPackagePrices {
  /** The prices for this visitor. Zero means free. */
  prices: BuildYourOwnPrices;
  currency: Currency;
  language: string;
  texts: { label: string; terms: Record<1 | 2, string> };
}

/** A formatted price and its term. */
export interface OwnPackagePrice {
  price: string;
  term: string;
}

/** Undefined if this combination is not sold. */
export function ownPackagePrice(
  { prices, currency, language, texts }: OwnPackagePrices,
  productId: unknown,
  options: ChosenOptions,
): OwnPackagePrice | undefined {
  if (!isSubscriptionId(productId)) return undefined;
  // Free storage is offered at a price of zero.
  const price = findBuildYourOwnPrice(prices, { productId, services: serviceCodesOf(options) }, true);
  return price === undefined
    ? undefined
    : { price: formatMoney(price, currency, language), term: texts.terms[SUBSCRIPTION_YEARS[productId]] };
}
