import { CARD_BRANDS, type CardBrand } from '~/domain/cards';
import type { Translate } from '~/i18n/translator';

/** The accepted brands' names by their keys in `CARD_BRANDS`, in the order shown. */
export type AcceptedBrands = Readonly<Record<string, string>>;

/** Brands with a logo (`CardMarks`). The page only shows the number of other brands. */
export const MARKED_BRANDS = [
  'visa',
  'mastercard',
  'american-express',
  'discover',
] as const satisfies readonly CardBrand[];

interface CardBrandsProps {
  brands: AcceptedBrands;
  /** Lists every accepted brand. */
  text: string;
  /** Id of the text, for the field that it describes. */
  id?: string;
}

/**
 * Overlays the end of the card number input with the logos of accepted brands and the number of other brands. While a number is typed, a
 * script shows only its brand (`markBrand`). Rendered on the server and, beside a provider's own fields, in the browser.
 */
export function CardBrands({ brands, text, id }: CardBrandsProps) {
  const entries = Object.entries(brands);
  if (entries.length === 0) return null;
  const others = entries.filter(([brand]) => !hasMark(brand)).length;
  return (
    <div className="in-box card-brands">
      <span className="visually-hidden" id={id}>
        {text}
      </span>
      {entries.map(([brand, name]) =>
        hasMark(brand) ? (
          <svg key={brand} data-brand={brand} width="27" height="18" aria-hidden="true" focusable="false">
            <use href={`#card-${brand}`} />
          </svg>
        ) : (
          <b key={brand} data-brand={brand} aria-hidden="true">
            {name}
          </b>
        ),
      )}
      {others > 0 && <span aria-hidden="true">{`+${others}`}</span>}
    </div>
  );
}

/** The provider may return an unknown brand. */
export function cardBrandLabel(t: Translate, brand: string): string {
  return t(`checkout:brands.${isKnown(brand) ? brand : 'other'}`);
}

/** The brands to show as accepted. @param hidden the rejected brands, named as in `CARD_BRANDS`; undefined if unknown */
export function acceptedBrands(t: Translate, hidden: readonly string[] | undefined): AcceptedBrands {
  if (!hidden) return {};
  return Object.fromEntries(
    CARD_BRANDS.filter((brand) => !hidden.includes(brand)).map((brand) => [brand, cardBrandLabel(t, brand)]),
  );
}

export function acceptedText(t: Translate, brands: AcceptedBrands): string {
  return t('checkout:method.accepted', { brands: Object.values(brands).join(', ') });
}

function hasMark(brand: string): boolean {
  return (MARKED_BRANDS as readonly string[]).includes(brand);
}

function isKnown(brand: string): brand is CardBrand {
  return (CARD_BRANDS as readonly string[]).includes(brand);
}
