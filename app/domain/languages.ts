/** What differs from language to language and is no text. docs/adding-a-language.md says how a row is added. */
interface LanguageFacts {
  /** What its readers call it, for the selector. */
  name: string;
  /** The BCP 47 locale in which `Intl` writes its amounts, dates, names and lists: as most of its visitors write. */
  locale: string;
  /** One value only: the stylesheet names left and right. */
  direction: 'ltr';
  /** The language that has the texts its own catalogue leaves out; null where the catalogue is whole. */
  fallback: string | null;
  /** The plural forms of its texts (Unicode CLDR, "Language Plural Rules"). */
  plurals: readonly Intl.LDMLPluralRule[];
  /** Finds the place in what `Intl` calls the time of a place, such as "hora de Nueva York"; null where the names of the time zone database do. */
  placeOfTime: RegExp | null;
  /** Articles of countries within a sentence, with the names (Unicode CLDR) that have one. */
  articles: Record<string, RegExp>;
  /** Its readers may take `$` for the sign of another currency. */
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
      el: /^(Reino Unido|Territorio Británico .+)$/,
      la: /^(Ciudad del|Isla|República) /,
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

/** @returns by article, the names of countries that have it within a sentence */
export function articlesOf(language: string): Record<string, RegExp> {
  return LANGUAGES[language as keyof typeof LANGUAGES]?.articles ?? {};
}

const LOCALES = new Map<string, string>(Object.entries(LANGUAGES).map(([language, { locale }]) => [language, locale]));

/**
 * The locale in which `Intl` writes a language's amounts, dates, names and lists.
 *
 * @param language a BCP 47 tag; one that is not in the table of languages is its own locale
 */
export function localeOf(language: string): string {
  return LOCALES.get(language) ?? language;
}
