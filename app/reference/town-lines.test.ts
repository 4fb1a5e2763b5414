import { expect, it } from 'vitest';
import { countriesFor } from './countries';
import { townLines } from './town-lines';

it.each([
  ['US', 'Saint Paul', 'MN', '55101', ['Saint Paul, MN 55101']],
  ['CA', 'Halifax', 'NS', 'B3H 4R2', ['Halifax NS B3H 4R2']],
  ['AU', 'Sydney', 'NSW', '2000', ['Sydney NSW 2000']],
  ['GB', 'London', '', 'SW1A 1AA', ['London', 'SW1A 1AA']],
  ['MX', 'Guadalajara', 'Jalisco', '44100', ['44100 Guadalajara, Jalisco']],
  ['MX', 'Ciudad de México', '', '06000', ['06000 Ciudad de México']],
  ['IE', 'Swords', 'Dublin', 'K67 X0X0', ['Swords', 'Dublin', 'K67 X0X0']],
  ['IT', 'Roma', 'RM', '00184', ['00184 Roma RM']],
  ['BR', 'São Paulo', 'SP', '01310-100', ['São Paulo-SP', '01310-100']],
  ['CH', 'Zürich', '', '8001', ['8001 Zürich']],
  ['HK', 'Central', 'Hong Kong Island', '', ['Central', 'Hong Kong Island']],
  // Formats without one of the parts.
  ['JP', 'Kyoto', 'Kansai', '600-8216', ['Kyoto, Kansai 600-8216']],
  ['SG', 'Singapore', '', '018956', ['Singapore 018956']],
  ['AO', 'Luanda', '', '', ['Luanda']],
  ['XX', 'Nowhere', 'Everywhere', '1', ['Nowhere, Everywhere 1']],
])('writes a town of %s as it is written there', (country, city, region, postalCode, lines) => {
  expect(townLines({ country, city, region, postalCode })).toEqual(lines);
});

it('keeps every part in every country, and nothing else', () => {
  for (const { value: country } of countriesFor('en')) {
    const written = townLines({ country, city: 'CITY', region: 'REGION', postalCode: '12345' }).join(' ');
    expect(written.match(/[\p{L}\d]+/gu)?.sort(), country).toEqual(['12345', 'CITY', 'REGION']);
    expect(townLines({ country, city: 'CITY', region: '', postalCode: '' }), country).toEqual(['CITY']);
  }
});
