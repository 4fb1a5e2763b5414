import { CARD_BRANDS, type CardBrand } from '~/domain/cards';
import type { Translate } from '~/i18n/translator';

/** The name of a card brand; the provider may know brands that we do not. */
export function cardBrandLabel(t: Translate, brand: string): string {
  return t(`checkout:brands.${isKnown(brand) ? brand : 'other'}`);
}

function isKnown(brand: string): brand is CardBrand {
  return (CARD_BRANDS as readonly string[]).includes(brand);
}
