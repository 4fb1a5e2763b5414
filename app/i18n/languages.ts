import Negotiator from 'negotiator';

/** The languages a page can be in, and each one's own name for the selector. `en-GB` holds only what differs from `en`. */
export const LANGUAGES = { en: 'English', es: 'Español', 'en-GB': 'English (UK)' } as const;

export type Language = keyof typeof LANGUAGES;

const DEFAULT_LANGUAGE: Language = 'en';

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(LANGUAGES, value);
}

/** A language that was kept earlier; the default where it is none that we have. */
export function toLanguage(kept: string | null): Language {
  return isLanguage(kept) ? kept : DEFAULT_LANGUAGE;
}

/**
 * The language for a browser's `Accept-Language`: British for `en-GB`, Spanish for any `es` (docs/decisions/0003), else English.
 *
 * @param acceptLanguage the header (RFC 9110, section 12.5.4)
 */
export function findLanguage(acceptLanguage: string | undefined): Language {
  const negotiator = new Negotiator({ headers: { 'accept-language': acceptLanguage ?? '' } });
  const [accepted] = negotiator.languages(Object.keys(LANGUAGES));
  return isLanguage(accepted) ? accepted : DEFAULT_LANGUAGE;
}
