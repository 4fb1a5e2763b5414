import { isPostalCode, normalisePostalCode } from '~/reference/postal-codes';
import { regionsOf } from '~/reference/regions';

/**
 * Finds a region's code by its code or English name, ignoring case. Returns an empty string if the country has no such region.
 *
 * @param country ISO 3166-1 alpha-2
 */
export function findRegion(country: string, named: string | undefined): string {
  const wanted = plain(named ?? '');
  const found = regionsOf(country).find(({ value, name }) => plain(value) === wanted || plain(name) === wanted);
  return found?.value ?? '';
}

/**
 * Normalises a postal code. Returns an empty string for an incomplete one, which the form would reject: a British street may have only its
 * district's (`NW1`), and a place several (`55102;55103`).
 */
export function findPostalCode(country: string, found = ''): string {
  return isPostalCode(country, found) ? normalisePostalCode(country, found) : '';
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
