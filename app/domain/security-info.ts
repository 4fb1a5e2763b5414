import { LENGTHS, SECURITY_CODE_DIGITS } from './limits';
import { cleanLine, fitsLength } from './typed-text';

/** Letters of every alphabet (docs/rules.md, "Security question and code"). */
const ALLOWED = /^[\p{L}\p{M}\p{N} ?,.;'#/:-]*$/u;

export function isSecurityText(text: string): boolean {
  return fitsLength(text, LENGTHS.securityText) && hasSecurityCharacters(text);
}

export function hasSecurityCharacters(text: string): boolean {
  return ALLOWED.test(text);
}

/** An answer that equals its question is refused. */
export function isSameSecurityText(one: string, other: string): boolean {
  return securityTextKey(one) === securityTextKey(other);
}

/** The form that is compared and hashed: people spell an answer slightly differently the next time. */
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
