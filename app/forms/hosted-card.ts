import { z } from 'zod';
import { CARD_BRANDS, type CardBrand } from '~/domain/cards';
import { LENGTHS } from '~/domain/limits';
import { lineOfLength } from './fields';

/** A card that was entered in the provider's own fields: a nonce, and what a person recognises the card by. */
export interface HostedCard {
  cardHolderName: string;
  cardNonce: string;
  cardLastFour: string;
  cardBrand: CardBrand | 'other';
  deviceData?: string;
}

/** More than any provider makes of a device, and little enough to keep. */
const LONGEST_DEVICE_DATA = 4096;

/**
 * What the script puts into the form (app/enhance/card-fields.tsx). Anybody can post it: last four digits and brand are for show
 * alone, and what a nonce is worth, the provider says when it is charged.
 */
export function hostedCardSchema() {
  return z.object({
    cardHolderName: lineOfLength(LENGTHS.cardHolder, 'errors:cardHolderLength'),
    cardNonce: nonce(),
    cardLastFour: z.string().regex(/^[0-9]{4}$/, 'errors:cardNumber'),
    cardBrand: z.string().max(40).default('').transform(brandOf),
    deviceData: deviceData(),
  }) satisfies z.ZodType<HostedCard>;
}

/** A single-use token of the provider's. */
export function nonce() {
  return z.string().regex(/^[\w-]{1,255}$/, 'errors:cardNumber');
}

/** JSON as the provider wrote it. What is none is left out: it is optional everywhere. */
function deviceData() {
  return z
    .string()
    .optional()
    .transform((text) => (text !== undefined && isJsonObject(text) ? text : undefined));
}

function isJsonObject(text: string): boolean {
  if (text.length > LONGEST_DEVICE_DATA) return false;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** The provider's name for a brand, such as `American Express`, as one of ours. */
function brandOf(name: string): CardBrand | 'other' {
  const key = name.toLowerCase().replaceAll(' ', '').replaceAll('-', '');
  return CARD_BRANDS.find((brand) => brand.replaceAll('-', '') === key) ?? 'other';
}
