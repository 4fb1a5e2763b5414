/** The facts of each language that are not texts. docs/adding-a-language.md describes how to add one. */
interface LanguageFacts {
  /** Its own name, for the selector. */
  name: string;
  /** The BCP 47 locale for `Intl`'s amounts, dates, names and lists: the one that most of its visitors use. */
  locale: string;
  /** Only one value, because the stylesheet names left and right. */
  direction: 'ltr';
  /** The language for texts that its own catalogue omits; null if the catalogue is complete. */
  fallback: string | null;
  /** The plural forms of its texts (Unicode CLDR, "Language Plural Rules"). */
  plurals: readonly Intl.LDMLPluralRule[];
  /** Matches the place in `Intl`'s time zone name, such as "hora de Nueva York". Null if the names of the time zone database suffice. */
  placeOfTime: RegExp | null;
  /** Articles of countries within a sentence, with the names (Unicode CLDR) that take each. */
  articles: Record<string, RegExp>;
  /** Whether `$` could mean another currency to its readers, so that pages name the currency. */
  namesDollars: boolean;
  /** The receipt shows where to get the app. */
  linksToApp: boolean;
}

const THE =
  /^(Bahamas|Comoros|Gambia|Isle of Man|Maldives|Netherlands|Philippines|Seychelles)$|^(Caribbean N|U\.S\. |United )|(Islands|Republic|Territories|Territory)$/;

/** The languages a page can be in, by their BCP 47 tags, in the order of the selector. */
export const LANGUAGES = {
  en: {
    name: 'English',
    locale: 'en-US',
    direction: 'ltr',
    fallback: null,
    plurals: ['one', 'other'],
    placeOfTime: null,
    articles: { the: THE },
    namesDollars: false,
    linksToApp: true,
  },
  // Written for Mexico: docs/decisions/0027.
  es: {
    name: 'Español',
    locale: 'es-MX',
    direction: 'ltr',
    fallback: null,
    plurals: ['one', 'many', 'other'],
    placeOfTime: /^hora de (?<place>.+)$/,
    articles: {
      el: /^(Caribe |Reino Unido$|Sáhara |Territorio Británico )/,
      la: /^(Antártida$|(Ciudad del|Guayana|Isla|Polinesia|RAE|República) )/,
      los: /^(Emiratos|Estados|Países|Territorios) /,
      las: /^(Bahamas$|Islas )/,
    },
    namesDollars: true,
    linksToApp: false,
  },
  'en-GB': {
    name: 'English (UK)',
    locale: 'en-GB',
    direction: 'ltr',
    fallback: 'en',
    plurals: ['one', 'other'],
    placeOfTime: null,
    articles: { the: THE },
    namesDollars: false,
    linksToApp: true,
  },
} as const satisfies Record<string, LanguageFacts>;

/** @returns the names of countries by the article they take within a sentence */
export function articlesOf(language: string): Record<string, RegExp> {
  return LANGUAGES[language as keyof typeof LANGUAGES]?.articles ?? {};
}

const LOCALES = new Map<string, string>(Object.entries(LANGUAGES).map(([language, { locale }]) => [language, locale]));

/**
 * The locale for `Intl`'s amounts, dates, names and lists in a language.
 *
 * @param language a BCP 47 tag; one that is not in the table is its own locale
 */
export function localeOf(language: string): string {
  return LOCALES.get(language) ?? language;
}
