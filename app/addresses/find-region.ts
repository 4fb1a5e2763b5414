import { regionsOf } from '~/reference/regions';

/**
 * The code of a region by its code or its name in English, however it is capitalised; empty where it is none of the country's.
 *
 * @param country ISO 3166-1 alpha-2
 */
export function findRegion(country: string, named: string | undefined): string {
  const wanted = plain(named ?? '');
  const found = regionsOf(country).find(({ value, name }) => plain(value) === wanted || plain(name) === wanted);
  return found?.value ?? '';
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
