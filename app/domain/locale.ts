import { LANGUAGES } from './languages';

const LOCALES = new Map<string, string>(Object.entries(LANGUAGES).map(([language, { locale }]) => [language, locale]));

/**
 * The locale in which `Intl` writes a language's amounts, dates, names and lists.
 *
 * @param language a BCP 47 tag; one that is not in the table of languages is its own locale
 */
export function localeOf(language: string): string {
  return LOCALES.get(language) ?? language;
}
