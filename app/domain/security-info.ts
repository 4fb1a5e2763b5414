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

/** Whether an answer equals its question, which the form rejects. */
export function isSameSecurityText(one: string, other: string): boolean {
  return securityTextKey(one) === securityTextKey(other);
}

/** Normalises a text for comparing and hashing, because people spell an answer slightly differently the next time. */
export function securityTextKey(text: string): string {
  return cleanLine(text).normalize('NFKC').toLowerCase();
}

/** Whether the text contains only digits, or is empty. */
export function isDigits(text: string): boolean {
  return /^\d*$/.test(text);
}

/** Whether this is a security code: 4 digits. */
export function isSecurityCode(code: string): boolean {
  return isDigits(code) && code.length === SECURITY_CODE_DIGITS;
}
