import type { AcceptedBrands } from './card-brands';
import { CARD_BRANDS, type CardBrand } from '~/domain/cards';
import type { Translate } from '~/i18n/translator';

/** The provider may return a brand that we do not know. */
export function cardBrandLabel(t: Translate, brand: string): string {
  return t(`checkout:brands.${isKnown(brand) ? brand : 'other'}`);
}

/** What is shown as accepted. @param hidden the brands that are not, named as in `CARD_BRANDS`; undefined where that is not known */
export function acceptedBrands(t: Translate, hidden: readonly string[] | undefined): AcceptedBrands {
  if (!hidden) return {};
  return Object.fromEntries(
    CARD_BRANDS.filter((brand) => !hidden.includes(brand)).map((brand) => [brand, cardBrandLabel(t, brand)]),
  );
}

function isKnown(brand: string): brand is CardBrand {
  return (CARD_BRANDS as readonly string[]).includes(brand);
}
