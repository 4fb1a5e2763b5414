import { LENGTHS, SECURITY_CODE_DIGITS } from './limits';
import { cleanLine, fitsLength } from './typed-text';

/** What a security question and its answer may be made of (docs/rules.md, "Security question and code"); letters of every alphabet. */
const ALLOWED = /^[\p{L}\p{M}\p{N} ?,.;'#/:-]*$/u;

/** Whether this can be a security question or an answer: 5 to 100 characters of those allowed. */
export function isSecurityText(text: string): boolean {
  return fitsLength(text, LENGTHS.securityText) && hasSecurityCharacters(text);
}

/** Whether nothing stands in it that a security question or an answer may not hold. */
export function hasSecurityCharacters(text: string): boolean {
  return ALLOWED.test(text);
}

/** Whether both say the same, whatever the case and the spaces: then the one is no answer to the other. */
export function isSameSecurityText(one: string, other: string): boolean {
  return securityTextKey(one) === securityTextKey(other);
}

/** The text as it is compared, and as it is hashed: whoever answers later may write it a little otherwise. */
export function securityTextKey(text: string): string {
  return cleanLine(text).normalize('NFKC').toLowerCase();
}

/** Whether nothing but digits stands in it, or nothing at all. */
export function isDigits(text: string): boolean {
  return /^\d*$/.test(text);
}

/** Whether this is a security code: 4 digits. */
export function isSecurityCode(code: string): boolean {
  return isDigits(code) && code.length === SECURITY_CODE_DIGITS;
}
