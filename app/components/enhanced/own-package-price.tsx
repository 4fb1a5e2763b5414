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
  texts: { label: string; insteadOf: string; terms: Record<1 | 2, string> };
}

/** Formatted prices and their term. */
export interface OwnPackagePrice {
  price: string;
  /** Before an offer. */
  full?: string;
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
    ...(discount > 0 && { full: format(full) }),
    term: texts.terms[SUBSCRIPTION_YEARS[productId]],
  };
}

/** The keys replace a text that a translator of the browser has changed. */
export function OwnPriceText({ shown, texts }: Pick<OwnPackagePrices, 'texts'> & { shown: OwnPackagePrice }) {
  const { price, full, term } = shown;
  return (
    <>
      <span>{texts.label}</span> <strong key={price}>{price}</strong>{' '}
      {full && (
        <>
          <s key={full}>
            <span className="visually-hidden">{`${texts.insteadOf} `}</span>
            {full}
          </s>{' '}
        </>
      )}
      <span key={term}>{term}</span>
    </>
  );
}
