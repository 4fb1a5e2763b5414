import type { ListItem } from '~/domain/list-item';
import { localeOf } from '~/domain/languages';
import { findRegionName } from '~/reference/region-names';
import { regionsOf } from '~/reference/regions';
import type { Language } from './languages';
import { translate } from './translator';

/** Military regions of the US Postal Service, which names them by code and area. */
const MILITARY = new Set(['AA', 'AE', 'AP']);

/** Islands that the US Postal Service treats as states. ISO 3166-1 lists them as countries, so `Intl` provides their names. */
const ISLANDS = new Set(['AS', 'FM', 'GU', 'MH', 'MP', 'PR', 'PW', 'VI']);

const listed = new Map<string, readonly ListItem[]>();

/**
 * The regions of a country for a select, sorted by their names in the language. A region without a name in the language keeps its local one
 * (docs/decisions/0027).
 */
export function regionsFor(country: string, language: Language): readonly ListItem[] {
  const regions = regionsOf(country);
  if (regions.length === 0) return regions;
  const key = `${language} ${country}`;
  let named = listed.get(key);
  if (!named) listed.set(key, (named = nameRegions(country, language, regions)));
  return named;
}

function nameRegions(country: string, language: Language, regions: readonly ListItem[]): readonly ListItem[] {
  const locale = localeOf(language);
  const named = regions.map(({ value, name }) => ({
    value,
    name: findUsName(country, value, language) ?? findRegionName(language, country, value) ?? name,
  }));
  if (named.every(({ name }, index) => name === regions[index]?.name)) return regions;
  const { compare } = new Intl.Collator(locale);
  return Object.freeze(named.sort((a, b) => compare(a.name, b.name)));
}

function findUsName(country: string, region: string, language: Language): string | undefined {
  if (country !== 'US') return undefined;
  if (MILITARY.has(region)) return translate(language)('checkout:armedForces', { code: region });
  return ISLANDS.has(region) ? new Intl.DisplayNames(localeOf(language), { type: 'region' }).of(region) : undefined;
}
