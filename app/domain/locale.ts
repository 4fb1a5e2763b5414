/** British English is a locale of its own. */
const LOCALES: Record<string, string> = { en: 'en-US', es: 'es-MX' };

/** The `Intl` locale for a language (BCP 47): Mexican for Spanish (docs/decisions/0027), US for English. */
export function localeOf(language: string): string {
  return LOCALES[language] ?? language;
}
