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
  /** This visitor's prices: what is free for them has a price of zero. */
  prices: BuildYourOwnPrices;
  currency: Currency;
  language: string;
  texts: { label: string; terms: Record<1 | 2, string> };
}

/** A price and its term, as they are read. */
export interface OwnPackagePrice {
  price: string;
  term: string;
}

/** Undefined where the choice is not a package on sale. */
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
