import { cleanLine, hasLength } from './typed-text';

/** Letters of every alphabet (docs/rules.md, "Security question and code"). */
const ALLOWED = /^[\p{L}\p{M}\p{N} ?,.;'#/:-]*$/u;

export function isSecurityText(text: string): boolean {
  return hasLength(text, 5, 100) && hasSecurityCharacters(text);
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

export function isSecurityCode(code: string): boolean {
  return /^\d{4}$/.test(code);
}
