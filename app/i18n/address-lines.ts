import { nameIn, type ListItem } from '~/domain/list-item';
import type { PayerAddress } from '~/domain/order';
import { countriesFor } from '~/reference/countries';
import { townLines } from '~/reference/town-lines';
import type { Language } from './languages';
import { regionsFor } from './regions';

type Address = Omit<PayerAddress, 'line2'> & { line2?: string | null };

/** Countries where addresses contain region codes. Elsewhere readers would not understand "Dublin, D". */
const WRITES_CODES = ['AU', 'BR', 'CA', 'IT', 'US'];

/**
 * From the street to the country, as addresses are written there.
 *
 * @param names the names of regions and countries, if not ours
 */
export function addressLines(
  language: Language,
  { line1, line2, city, region, postalCode, country }: Address,
  names: Partial<Record<'regions' | 'countries', readonly ListItem[]>> = {},
): string[] {
  const { regions = regionsFor(country, language), countries = countriesFor(language) } = names;
  const written = WRITES_CODES.includes(country) ? region : nameIn(regions, region);
  const town = { city, region: written === city ? '' : written, postalCode, country };
  return [line1, line2 ?? '', ...townLines(town), nameIn(countries, country)].filter(Boolean);
}
