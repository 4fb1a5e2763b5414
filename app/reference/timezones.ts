import { getAllTimezones } from 'countries-and-timezones';
import type { ListItem } from '~/domain/list-item';
import { LANGUAGES, localeOf } from '~/domain/languages';
import { FIRST_ZONES, ZONES_BY_REGION, ZONES_FIRST_IN_REGION } from './timezones-by-region';

export const COUNTRIES_WITH_ZONES_BY_REGION = Object.keys({ ...ZONES_BY_REGION, ...ZONES_FIRST_IN_REGION });

/** Old spellings that the database lists beside the current name. */
const OLD_NAMES = new Set(['Africa/Asmera', 'Africa/Timbuktu', 'America/Virgin']);

/** Formats names for a fixed date, because they change with daylight saving time. */
const REFERENCE_DATE = Date.UTC(2026, 0, 15);

/** `Intl` names both after their country. */
const ZONES_OF_ONE_PLACE = new Set(['Arctic/Longyearbyen', 'Atlantic/Jan_Mayen']);

const countryZones = new Map<string, string[]>();
const names = new Map<string, string>();

/** IANA zones of a country, or of a region in the US and CA. Never empty; the first is the default. */
export function timezonesOf(country: string, region?: string): string[] {
  const first = zonesIn(ZONES_FIRST_IN_REGION, country, region) ?? [];
  return [...new Set([...first, ...(zonesIn(ZONES_BY_REGION, country, region) ?? zonesOfCountry(country))])];
}

/** A region's only time zone, even if the whole country's are available. Undefined if it has several, or none is known. */
export function soleTimezoneOf(country: string, region?: string): string | undefined {
  const [zone, ...others] = zonesIn(ZONES_FIRST_IN_REGION, country, region) ?? timezonesOf(country, region);
  return others.length === 0 ? zone : undefined;
}

/** Such as `Eastern Time (New York)`, or only the time if its name ends with the place. @throws RangeError on an unknown zone */
export function timezoneName(zone: string, language: string): string {
  const key = `${language} ${zone}`;
  let name = names.get(key);
  if (name === undefined) {
    const time = timeIn(zone, language, 'longGeneric');
    const place = placeOf(zone, language);
    const inPlace = time.endsWith(place) ? '' : ` (${place})`;
    name = `${time.charAt(0).toLocaleUpperCase(language)}${time.slice(1)}${inPlace}`;
    names.set(key, name);
  }
  return name;
}

export function timezonesFor(language: string, country: string, region?: string): ListItem[] {
  return timezonesOf(country, region).map((zone) => ({ value: zone, name: timezoneName(zone, language) }));
}

/** The same, with the region's only zone selected. */
export function timezoneChoicesFor(language: string, country: string, region?: string): ListItem[] {
  const sole = soleTimezoneOf(country, region);
  return timezonesFor(language, country, region).map((item) =>
    item.value === sole ? { ...item, isChosen: true } : item,
  );
}

function timeIn(zone: string, language: string, timeZoneName: 'longGeneric' | 'shortGeneric'): string {
  const format = new Intl.DateTimeFormat(localeOf(language), { timeZone: zone, timeZoneName });
  const parts = format.formatToParts(REFERENCE_DATE);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}

/** The city's name in the language, or the country's name if this is its only zone. */
function placeOf(zone: string, language: string): string {
  const row = Object.entries(LANGUAGES).find(([name]) => name === language)?.[1];
  const named = row?.placeOfTime?.exec(timeIn(zone, language, 'shortGeneric'))?.groups?.place;
  return named === undefined || ZONES_OF_ONE_PLACE.has(zone) ? cityOf(zone) : named;
}

function zonesIn(table: typeof ZONES_BY_REGION, country: string, region: string | undefined): string[] | undefined {
  const regions = Object.hasOwn(table, country) ? table[country] : undefined;
  return regions && region && Object.hasOwn(regions, region) ? regions[region] : undefined;
}

function zonesOfCountry(country: string): string[] {
  let zones = countryZones.get(country);
  if (!zones) {
    const first = Object.hasOwn(FIRST_ZONES, country) ? (FIRST_ZONES[country] ?? []) : [];
    zones = [...new Set([...first, ...zonesInDatabase(country)])];
    if (zones.length === 0) zones = ['Etc/UTC'];
    countryZones.set(country, zones);
  }
  return zones;
}

/**
 * The database merges zones that have agreed since 1970: Norway would be `Europe/Berlin`, and Australia would include `Asia/Tokyo`. So a
 * country gets the zones that name it first, or else its own city alias (`Europe/Oslo`).
 */
function zonesInDatabase(country: string): string[] {
  const all = Object.values(getAllTimezones({ deprecated: true }));
  const own = all.filter(({ aliasOf, countries }) => !aliasOf && countries[0] === country);
  const national = all.filter(
    ({ aliasOf, countries, name }) =>
      aliasOf && countries.length === 1 && countries[0] === country && name.includes('/') && !OLD_NAMES.has(name),
  );
  return (own.length > 0 ? own : national).map(({ name }) => name).filter(isKnownToNode);
}

/** The running Node version may lack a new zone: 20.19.0 does not have `America/Coyhaique`. */
function isKnownToNode(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** `America/Indiana/Knox` becomes `Knox, Indiana`. */
function cityOf(zone: string): string {
  return zone.split('/').slice(1).reverse().join(', ').replaceAll('_', ' ');
}
