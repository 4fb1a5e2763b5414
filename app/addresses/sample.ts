import { SUGGESTED_COUNTRIES, type SuggestedAddress, type SuggestedCountry } from '~/domain/address';
import type { AddressProvider } from './port';
import { suggestionsFor } from './suggestions-for';

type Sample = Omit<SuggestedAddress, 'country'>;

const address = (billingAddress: string, city: string, region: string, postalCode: string): Sample => ({
  billingAddress,
  city,
  region,
  postalCode,
});

/** Town halls and libraries, so that the list contains no private home. */
const SAMPLE: Record<SuggestedCountry, readonly Sample[]> = {
  US: [
    address('15 Kellogg Boulevard West', 'Saint Paul', 'MN', '55102'),
    address('90 West 4th Street', 'Saint Paul', 'MN', '55102'),
    address('350 South 5th Street', 'Minneapolis', 'MN', '55415'),
    address('300 Nicollet Mall', 'Minneapolis', 'MN', '55401'),
    address('301 West 2nd Street', 'Austin', 'TX', '78701'),
    address('600 4th Avenue', 'Seattle', 'WA', '98104'),
    address('476 5th Avenue', 'New York', 'NY', '10018'),
    address('1 Public Square', 'Nashville', 'TN', '37201'),
  ],
  GB: [
    address('96 Euston Road', 'London', '', 'NW1 2DB'),
    address('1 Victoria Square', 'Birmingham', '', 'B1 1BD'),
    address('253 High Street', 'Edinburgh', '', 'EH1 1YJ'),
  ],
  AU: [
    address('483 George Street', 'Sydney', 'NSW', '2000'),
    address('90 Swanston Street', 'Melbourne', 'VIC', '3000'),
    address('64 Adelaide Street', 'Brisbane City', 'QLD', '4000'),
  ],
  CA: [
    address('100 Queen Street West', 'Toronto', 'ON', 'M5H 2N2'),
    address('110 Laurier Avenue West', 'Ottawa', 'ON', 'K1P 1J1'),
    address('453 West 12th Avenue', 'Vancouver', 'BC', 'V5Y 1V4'),
  ],
  NZ: [address('135 Albert Street', 'Auckland', '', '1010'), address('101 Wakefield Street', 'Wellington', '', '6011')],
};

const ALL = SUGGESTED_COUNTRIES.flatMap((country) => SAMPLE[country].map((one) => ({ country, ...one })));

/** Sample addresses for the demo. Matches the query at the start of each word. */
export const sampleAddresses: AddressProvider = {
  credit: null,
  suggest(query) {
    const typed = wordsIn(query.text);
    const found = ALL.filter(({ billingAddress, city, postalCode }) => {
      const words = wordsIn(`${billingAddress} ${city} ${postalCode}`);
      return typed.every((beginning) => words.some((word) => word.startsWith(beginning)));
    });
    return Promise.resolve(suggestionsFor(query, found));
  },
  find: () => Promise.resolve(undefined),
};

function wordsIn(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
}
