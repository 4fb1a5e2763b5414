import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';
import type { ListItem } from '~/domain/list-item';
import { localeOf } from '~/domain/locale';

/** Before the others: the default, then the country that is listed first. */
const FIRST = ['+1', '+44'];

/** Whom a shared code is named after; the others under it find themselves by the number. */
const NAMED_AFTER: Record<string, string[]> = {
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

/** Territories without an entry of their own in the metadata, which use the numbers of who administers them. */
const BORROWED: Record<string, string> = {
  AQ: '+672',
  BV: '+47',
  GS: '+500',
  HM: '+672',
  PN: '+64',
  TF: '+262',
  UM: '+1',
};

let codes: Map<string, string[]> | undefined;
const listed = new Map<string, ListItem[]>();

/** The calling code of a country, such as `+44` for `GB`; `undefined` for what is no country. Source: libphonenumber. */
export function callingCodeOf(country: string): string | undefined {
  if (Object.hasOwn(BORROWED, country)) return BORROWED[country];
  return [...countriesByCode()].find(([, countries]) => countries.includes(country))?.[0];
}

/** The country that a calling code with its plus is named after first, such as `GB` for `+44`; `undefined` for what is none. */
export function countryOfCallingCode(code: string): string | undefined {
  return (NAMED_AFTER[code] ?? countriesByCode().get(code))?.[0];
}

/** Whether this is the calling code of a country, with its plus. */
export function isCallingCode(code: string): boolean {
  return countriesByCode().has(code);
}

/** Every calling code once, for a select: `+44`, `United Kingdom (+44)`; by name in the language after `+1` and `+44`. */
export function callingCodesFor(language: string): ListItem[] {
  let items = listed.get(language);
  if (!items) {
    const names = new Intl.DisplayNames(localeOf(language), { type: 'region' });
    const { compare } = new Intl.Collator(localeOf(language));
    items = [...countriesByCode()]
      .map(([value, countries]) => {
        const named = (NAMED_AFTER[value] ?? countries).map((country) => names.of(country) ?? country);
        return { value, name: `${named.join(', ')} (${value})` };
      })
      .sort((a, b) => rank(a.value) - rank(b.value) || compare(a.name, b.name));
    listed.set(language, items);
  }
  return [...items];
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

function rank(code: string): number {
  const index = FIRST.indexOf(code);
  return index === -1 ? FIRST.length : index;
}
