import { z } from 'zod';
import { findBrand, type CardBrand } from '~/domain/cards';
import { CARD } from './card';

export interface HostedCard {
  cardHolderName: string;
  cardNonce: string;
  cardLastFour: string;
  cardBrand: CardBrand | 'other';
  deviceData?: string;
  /** Minor units that the bank confirmed. */
  cardAmount?: number;
}

/** More than any provider collects about a device, but small enough to store. */
const MAX_DEVICE_DATA_LENGTH = 4096;

/**
 * The fields that the script fills (app/enhance/card-fields.tsx). Any client can post them. The last four digits and the brand are only
 * displayed, and the provider validates the nonce when it is charged.
 */
export const hostedCardSchema = z.object({
  cardHolderName: CARD.fields.cardHolderName.schema,
  cardNonce: nonce(),
  cardLastFour: z.string().regex(/^[0-9]{4}$/, 'errors:cardNumber'),
  cardBrand: z
    .string()
    .max(40)
    .default('')
    .transform((name) => findBrand(name) ?? ('other' as const)),
  deviceData: deviceData(),
  cardAmount: z
    .string()
    .regex(/^[0-9]{1,9}\.[0-9]{2}$/)
    .transform((amount) => Number(amount.replace('.', '')))
    .optional()
    .catch(undefined),
}) satisfies z.ZodType<HostedCard>;

/** A single-use token of the provider. */
function nonce() {
  return z.string().regex(/^[\w-]{1,255}$/, 'errors:cardNumber');
}

/** Drops malformed JSON, because device data is optional. */
function deviceData() {
  return z
    .string()
    .optional()
    .transform((text) => (text !== undefined && isJsonObject(text) ? text : undefined));
}

function isJsonObject(text: string): boolean {
  if (text.length > MAX_DEVICE_DATA_LENGTH) return false;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** The Venmo button's fields, filled by the script. Any client can post them, but the provider validates the nonce when it is charged. */
export const venmoSchema = z.object({
  venmoNonce: nonce(),
  // The name is only displayed, so a malformed one is dropped.
  venmoUsername: z
    .string()
    .regex(/^@?[\w.-]{1,60}$/)
    .optional()
    .catch(undefined),
});
