import {
  findBuildYourOwnPrice,
  isSubscriptionId,
  serviceCodesOf,
  SUBSCRIPTION_YEARS,
  type BuildYourOwnPrices,
  type ChosenOptions,
} from '~/domain/build-your-own';
import { formatMoney, percentOfInScript, type Currency, type Rate } from '~/domain/money';

export interface OwnPackagePrices {
  /** The prices for this visitor. Zero means free. */
  prices: BuildYourOwnPrices;
  currency: Currency;
  language: string;
  /** An offer's discount on the first payment. */
  discountRate?: Rate;
  /** With an offer the terms contain `FULL_PRICE`. */
  texts: { label: string; terms: Record<1 | 2, string> };
}

/** The place of the full price in a term. */
export const FULL_PRICE = '%';

/** The formatted price, and its term with the full price after an offer. */
export interface OwnPackagePrice {
  price: string;
  term: string;
}

/** Undefined if this combination is not sold. */
export function ownPackagePrice(
  { prices, currency, language, discountRate = 0, texts }: OwnPackagePrices,
  productId: unknown,
  options: ChosenOptions,
): OwnPackagePrice | undefined {
  if (!isSubscriptionId(productId)) return undefined;
  // Free storage is offered at a price of zero.
  const full = findBuildYourOwnPrice(prices, { productId, services: serviceCodesOf(options) }, true);
  if (full === undefined) return undefined;
  const discount = percentOfInScript(full, discountRate);
  const format = (amount: number) => formatMoney(amount, currency, language);
  return {
    price: format(full - discount),
    term: texts.terms[SUBSCRIPTION_YEARS[productId]].replace(FULL_PRICE, () => format(full)),
  };
}

/** The keys replace a text that a translator of the browser has changed. */
export function OwnPriceText({ shown, texts }: Pick<OwnPackagePrices, 'texts'> & { shown: OwnPackagePrice }) {
  const { price, term } = shown;
  return (
    <>
      <span>{texts.label}</span> <strong key={price}>{price}</strong> <span key={term}>{term}</span>
    </>
  );
}
