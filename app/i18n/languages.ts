import Negotiator from 'negotiator';
import { LANGUAGES } from '~/domain/languages';

export type Language = keyof typeof LANGUAGES;

export const DEFAULT_LANGUAGE: Language = 'en';

/** In the order of the selector. */
export const LANGUAGE_CODES: readonly Language[] = Object.keys(LANGUAGES).filter(isLanguage);

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(LANGUAGES, value);
}

/** Reads a stored language. An unknown one becomes the default. */
export function toLanguage(kept: string | null): Language {
  return isLanguage(kept) ? kept : DEFAULT_LANGUAGE;
}

/** The language of a tag (RFC 4647, "Lookup"): `es` for `es-MX`. */
function nearest(tag: string): Language | undefined {
  const wanted = [tag.toLowerCase(), tag.toLowerCase().replace(/-.*$/, '')];
  return wanted.flatMap((code) => LANGUAGE_CODES.filter((own) => own.toLowerCase() === code))[0];
}

/** Languages by header, because most browsers send one of a few. */
const found = new Map<string | undefined, Language>();
const MAX_KEPT = 100;

/**
 * The language for a browser's `Accept-Language`, such as British for `en-GB` and Spanish for any `es` (docs/decisions/0027). English if
 * the header names no available language.
 *
 * @param acceptLanguage the header (RFC 9110, section 12.5.4)
 */
export function findLanguage(acceptLanguage: string | undefined): Language {
  const known = found.get(acceptLanguage);
  if (known) return known;
  // Given our codes, Negotiator would rank them by their most specific entry: `es` first in `en-US,es-MX;q=0.8,en;q=0.5`.
  const accepted = new Negotiator({ headers: { 'accept-language': acceptLanguage ?? '' } }).languages();
  const language = accepted.map(nearest).find((code) => code !== undefined) ?? DEFAULT_LANGUAGE;
  if (found.size >= MAX_KEPT) found.clear();
  found.set(acceptLanguage, language);
  return language;
}
