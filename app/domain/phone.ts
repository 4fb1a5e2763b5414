export interface Phone {
  /** With its plus, such as `+44`. */
  countryCode: string;
  /** Digits only. */
  phoneNumber: string;
}

const MIN_DIGITS = 8;
const MAX_DIGITS = 15;

/** Removes what people type between digits, and the invisible marks that address books add. A leading plus stays for `nationalDigits`. */
export function cleanPhone(typed: string): string {
  return typed.normalize('NFKC').replace(/[\s\p{Pd}\p{Cf}\u2212().[\]/]/gu, '');
}

export function isPhone(cleaned: string): boolean {
  const digits = cleaned.replace(/^\+/, '');
  return /^[0-9]+$/.test(digits) && digits.length >= MIN_DIGITS && digits.length <= MAX_DIGITS;
}

/** Browsers autofill `+15551234567` beside the calling code. Drops the code unless fewer than 8 digits would remain. */
export function nationalDigits(countryCode: string, cleaned: string): string {
  const rest = cleaned.startsWith(countryCode) ? cleaned.slice(countryCode.length) : '';
  return rest.length >= MIN_DIGITS ? rest : cleaned.replace(/^\+/, '');
}

/** Ignores a leading zero, which is dialled only inside a country. */
export function isSamePhone(one: Phone, other: Phone): boolean {
  return (
    one.countryCode === other.countryCode && one.phoneNumber.replace(/^0+/, '') === other.phoneNumber.replace(/^0+/, '')
  );
}
