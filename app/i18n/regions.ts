import type { ListItem } from '~/domain/list-item';
import { localeOf } from '~/domain/languages';
import { regionsOf } from '~/reference/regions';
import type { Language } from './languages';
import { translate } from './translator';

/** The military regions of the US post, which names them by code and area. */
const MILITARY = new Set(['AA', 'AE', 'AP']);

/** Islands that the US post counts as states and ISO 3166-1 as countries, so that `Intl` knows their names. */
const ISLANDS = new Set(['AS', 'FM', 'GU', 'MH', 'MP', 'PR', 'PW', 'VI']);

/**
 * The regions of a country for a select. States and provinces keep their local names in every language, because `Intl` has none for them.
 * Common words and countries are translated (docs/decisions/0027).
 */
export function regionsFor(country: string, language: Language): readonly ListItem[] {
  if (country !== 'US') return regionsOf(country);
  let states = statesIn.get(language);
  if (!states) statesIn.set(language, (states = listStates(language)));
  return states;
}

const statesIn = new Map<Language, readonly ListItem[]>();

function listStates(language: Language): ListItem[] {
  const locale = localeOf(language);
  const t = translate(language);
  const countries = new Intl.DisplayNames(locale, { type: 'region' });
  const nameOf = ({ value, name }: ListItem) => {
    if (MILITARY.has(value)) return t('checkout:armedForces', { code: value });
    return (ISLANDS.has(value) && countries.of(value)) || name;
  };
  const { compare } = new Intl.Collator(locale);
  return regionsOf('US')
    .map((region) => ({ value: region.value, name: nameOf(region) }))
    .sort((a, b) => compare(a.name, b.name));
}
