import cardValidator from 'card-validator';
import { withAsciiDigits } from './digits';

/** Named as in the provider's hosted fields. */
export const CARD_BRANDS = [
  'visa',
  'mastercard',
  'american-express',
  'discover',
  'diners-club',
  'jcb',
  'union-pay',
  'maestro',
] as const;

export type CardBrand = (typeof CARD_BRANDS)[number];

export function cardBrand(number: string): CardBrand | null {
  return findBrand(checkNumber(cardDigits(number)).card?.type ?? '') ?? null;
}

/** Finds a brand by a provider's name for it, such as `American Express` or `unionpay`. */
export function findBrand(name: string): CardBrand | undefined {
  const letters = (text: string) => text.toLowerCase().replaceAll(/[ -]/g, '');
  return CARD_BRANDS.find((brand) => letters(brand) === letters(name));
}

export function cardDigits(typed: string): string {
  return withAsciiDigits(typed).replace(/[\s\p{Pd}\p{Cf}]/gu, '');
}

/** Whether the digits fit a brand's ranges and lengths, with a correct check digit. */
export function isCardNumber(digits: string): boolean {
  return /^[0-9]+$/.test(digits) && checkNumber(digits).isValid;
}

/** Checks as the provider's fields do in the browser, including UnionPay's check digit. */
function checkNumber(digits: string) {
  return cardValidator.number(digits, { luhnValidateUnionPay: true });
}

/** The positions after which the card's brand prints a space. Every four digits while the brand is unknown. */
export function cardGaps(digits: string): readonly number[] {
  return checkNumber(digits).card?.gaps ?? [4, 8, 12];
}

export interface CardExpiration {
  month: number;
  year: number;
}

/** Accepts `MM/YY`, `MM / YY`, `MM/YYYY`, `MM-YY` and `MMYY`; null for anything else. */
export function parseExpiration(typed: string): CardExpiration | null {
  const text = withAsciiDigits(typed).replace(/\s/g, '');
  const parts = /^(\d{1,2})[/\p{Pd}.](\d{4}|\d{2})$/u.exec(text) ?? /^(\d{2})(\d{4}|\d{2})$/.exec(text);
  const month = Number(parts?.[1]);
  const year = Number(parts?.[2]);
  if (!(month >= 1 && month <= 12)) return null;
  return { month, year: year < 100 ? 2000 + year : year };
}

/** A card is valid until the last moment of its month, also west of Greenwich. */
export function isExpired({ month, year }: CardExpiration, now: Date): boolean {
  const twelveHours = 12 * 60 * 60 * 1000;
  return now.getTime() >= Date.UTC(year, month, 1) + twelveHours;
}

/** Checks the brand's code length; three or four digits while the brand is unknown. */
export function isCvv(code: string, number: string): boolean {
  return cardValidator.cvv(code, checkNumber(cardDigits(number)).card?.code.size ?? [3, 4]).isValid;
}
