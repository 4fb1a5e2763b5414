/** As most visitors of each language write; British English is a locale of its own. */
const LOCALES: Record<string, string> = { en: 'en-US', es: 'es-MX' };

/**
 * The locale in which `Intl` writes a language's amounts, dates, names and lists: Mexican for Spanish (docs/decisions/0027), the United
 * States' for English.
 *
 * @param language a BCP 47 tag; one that is not in the table is its own locale
 */
export function localeOf(language: string): string {
  return LOCALES[language] ?? language;
}
