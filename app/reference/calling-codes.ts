import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';
import { sortItems, type ListItem } from '~/domain/list-item';
import { localeOf } from '~/domain/languages';

const LISTED_FIRST = ['+1', '+44'];

/** The countries a shared code is listed under. */
const MAIN_COUNTRIES: Record<string, string[]> = {
  '+1': ['US', 'CA'],
  '+7': ['RU', 'KZ'],
  '+39': ['IT'],
  '+44': ['GB'],
  '+47': ['NO'],
  '+61': ['AU'],
  '+212': ['MA'],
  '+262': ['RE'],
  '+290': ['SH'],
  '+358': ['FI'],
  '+590': ['GP'],
  '+599': ['CW'],
};

let codes: Map<string, string[]> | undefined;
const listed = new Map<string, readonly ListItem[]>();

/** The first country a code is listed under, such as `GB` for `+44`. */
export function countryOfCallingCode(code: string): string | undefined {
  return (MAIN_COUNTRIES[code] ?? countriesByCode().get(code))?.[0];
}

export function isCallingCode(code: string): boolean {
  return countriesByCode().has(code);
}

/** Every calling code once, as `United Kingdom (+44)`, sorted by name after `+1` and `+44`. One list per language. */
export function callingCodesFor(language: string): readonly ListItem[] {
  let items = listed.get(language);
  if (!items) {
    const names = new Intl.DisplayNames(localeOf(language), { type: 'region' });
    const unsorted = [...countriesByCode()].map(([value, countries]) => {
      const named = (MAIN_COUNTRIES[value] ?? countries).map((country) => names.of(country) ?? country);
      return { value, name: `${named.join(', ')} (${value})` };
    });
    items = Object.freeze(sortItems(unsorted, language, LISTED_FIRST));
    listed.set(language, items);
  }
  return items;
}

function countriesByCode(): Map<string, string[]> {
  if (!codes) {
    codes = new Map();
    for (const country of getCountries()) {
      const code = `+${getCountryCallingCode(country)}`;
      codes.set(code, [...(codes.get(code) ?? []), country]);
    }
  }
  return codes;
}
