import { CARD_BRANDS, type CardBrand } from '~/domain/cards';
import type { Translate } from '~/i18n/translator';

/** The accepted brands' names by their keys in `CARD_BRANDS`, in the order shown. */
export type AcceptedBrands = Readonly<Record<string, string>>;

interface CardBrandsProps {
  brands: AcceptedBrands;
  label: string;
}

/** Runs on the server and, beside a provider's own fields, in the browser. A script marks the brand of the number. */
export function CardBrands({ brands, label }: CardBrandsProps) {
  const entries = Object.entries(brands);
  if (entries.length === 0) return null;
  return (
    <ul className="card-brands" aria-label={label}>
      {entries.map(([brand, name]) => (
        <li key={brand} data-brand={brand}>
          {name}
        </li>
      ))}
    </ul>
  );
}

/** The provider may return an unknown brand. */
export function cardBrandLabel(t: Translate, brand: string): string {
  return t(`checkout:brands.${isKnown(brand) ? brand : 'other'}`);
}

/** The brands to show as accepted. @param hidden the brands that are not, named as in `CARD_BRANDS`; undefined if unknown */
export function acceptedBrands(t: Translate, hidden: readonly string[] | undefined): AcceptedBrands {
  if (!hidden) return {};
  return Object.fromEntries(
    CARD_BRANDS.filter((brand) => !hidden.includes(brand)).map((brand) => [brand, cardBrandLabel(t, brand)]),
  );
}

function isKnown(brand: string): brand is CardBrand {
  return (CARD_BRANDS as readonly string[]).includes(brand);
}
