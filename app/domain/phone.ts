import { withAsciiDigits } from './digits';
import { isWithin, PHONE_DIGITS } from './limits';

/** A phone number beside its calling code, as in the forms. */
export interface Phone {
  /** With its plus, such as `+44`. */
  countryCode: string;
  /** Digits only. */
  phoneNumber: string;
}

/**
 * Removes separators from a typed number: spaces, dashes, dots, slashes, brackets, and the invisible marks that address books add. Keeps a
 * leading plus, by which `nationalDigits` recognises a calling code.
 */
export function cleanPhone(typed: string): string {
  return withAsciiDigits(typed).replace(/[\s\p{Pd}\p{Cf}\u2212().[\]/]/gu, '');
}

export function isPhone(cleaned: string): boolean {
  const digits = cleaned.replace(/^\+/, '');
  return /^[0-9]+$/.test(digits) && isWithin(digits.length, PHONE_DIGITS);
}

/** Whether this is a stored phone number: 8 to 15 digits, without a plus. */
export function isNationalNumber(digits: string): boolean {
  return isPhone(digits) && !digits.startsWith('+');
}

/**
 * Browsers autofill `+15551234567` beside the calling code. Drops the code unless fewer than 8 digits would remain. Also drops the 1 that
 * North America dials before ten digits, because no number there begins with it.
 */
export function nationalDigits(countryCode: string, cleaned: string): string {
  const rest = cleaned.startsWith(countryCode) ? cleaned.slice(countryCode.length) : '';
  const digits = rest.length >= PHONE_DIGITS.min ? rest : cleaned.replace(/^\+/, '');
  return countryCode === '+1' && /^1[0-9]{10}$/.test(digits) ? digits.slice(1) : digits;
}

/** Whether a cleaned number begins with a plus and another calling code. */
export function hasOtherCode(cleaned: string, countryCode: string): boolean {
  return cleaned.startsWith('+') && isPhone(cleaned) && !cleaned.startsWith(countryCode);
}

/** Compares whole numbers, even if one was typed without its calling code. */
export function isSamePhone(one: Phone, other: Phone): boolean {
  return wholeNumber(one) === wholeNumber(other);
}

/** Drops a leading zero, which is only dialled within the country, and a calling code that was typed without its plus. */
function wholeNumber({ countryCode, phoneNumber }: Phone): string {
  const code = countryCode.replace('+', '');
  const rest = phoneNumber.startsWith(code) ? phoneNumber.slice(code.length) : '';
  const national = rest.length >= LONG_NATIONAL_NUMBER ? rest : phoneNumber;
  return `${countryCode} ${national.replace(/^0+/, '')}`;
}

/** A shorter number may happen to begin with the digits of its calling code. */
const LONG_NATIONAL_NUMBER = 9;
