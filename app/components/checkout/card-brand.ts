import { CARD_BRANDS, type CardBrand } from '~/domain/cards';
import type { Translate } from '~/i18n/translator';

/** The provider may return a brand that we do not know. */
export function cardBrandLabel(t: Translate, brand: string): string {
  return t(`checkout:brands.${isKnown(brand) ? brand : 'other'}`);
}

function isKnown(brand: string): brand is CardBrand {
  return (CARD_BRANDS as readonly string[]).includes(brand);
}
