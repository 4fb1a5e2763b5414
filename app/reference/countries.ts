import codes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import { sortItems, type ListItem } from '~/domain/list-item';
import { articlesOf, localeOf } from '~/domain/languages';

/** docs/rules.md, "Professional lists" */
const LISTED_FIRST = ['GB', 'US'];

let known: Set<string> | undefined;
const listed = new Map<string, readonly ListItem[]>();

/** ISO 3166-1 alpha-2, in capitals. Source: i18n-iso-countries. */
export function isCountry(code: string): boolean {
  known ??= new Set(codes.map(([alpha2]) => String(alpha2)));
  return known.has(code);
}

/** Sorted by name in the language, after the United Kingdom and the United States. One list per language. Names: Unicode CLDR. */
export function countriesFor(language: string): readonly ListItem[] {
  let countries = listed.get(language);
  if (!countries) {
    const names = new Intl.DisplayNames(localeOf(language), { type: 'region' });
    const items = codes.map(([alpha2]) => String(alpha2)).map((value) => ({ value, name: names.of(value) ?? value }));
    countries = Object.freeze(sortItems(items, language, LISTED_FIRST));
    listed.set(language, countries);
  }
  return countries;
}

/** A country's name within a sentence, with the article if the language has one: "the United Kingdom". */
export function countryInSentence(code: string, language: string): string {
  const name = countriesFor(language).find(({ value }) => value === code)?.name ?? code;
  const articles = Object.entries(articlesOf(language));
  const article = articles.find(([, names]) => names.test(name))?.[0];
  return article === undefined ? name : `${article} ${name}`;
}
