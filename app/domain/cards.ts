/** Named as the provider's hosted fields name them. */
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

// Issuer ranges as the brands publish them. Discover shares 622126-622925 with UnionPay, which issues them.
const RANGES: Record<CardBrand, RegExp> = {
  visa: /^4/,
  mastercard: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
  'american-express': /^3[47]/,
  discover: /^(?:6011|64[4-9]|65)/,
  'diners-club': /^3(?:0[0-5]|095|[689])/,
  jcb: /^(?:2131|1800|35)/,
  'union-pay': /^(?:62|81)/,
  maestro: /^(?:5018|502|503|56|57|58|63|67)/,
};

export function cardBrand(number: string): CardBrand | null {
  const digits = cardDigits(number);
  return CARD_BRANDS.find((brand) => RANGES[brand].test(digits)) ?? null;
}

export function cardDigits(typed: string): string {
  return typed.normalize('NFKC').replace(/[\s\p{Pd}\p{Cf}]/gu, '');
}

/** 12 to 19 digits with a correct check digit (Luhn). */
export function isCardNumber(digits: string): boolean {
  if (!/^[0-9]{12,19}$/.test(digits) || /^0+$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

export interface CardExpiration {
  month: number;
  year: number;
}

/** Accepts `MM/YY`, `MM / YY`, `MM/YYYY`, `MM-YY` and `MMYY`; null when it is no month. */
export function parseExpiration(typed: string): CardExpiration | null {
  const text = typed.normalize('NFKC').replace(/\s/g, '');
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

/** Four digits on American Express, three elsewhere, either on an unknown brand. */
export function isCvv(code: string, brand: CardBrand | null): boolean {
  if (brand === null) return /^[0-9]{3,4}$/.test(code);
  return brand === 'american-express' ? /^[0-9]{4}$/.test(code) : /^[0-9]{3}$/.test(code);
}
