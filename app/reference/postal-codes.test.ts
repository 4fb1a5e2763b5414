import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countriesFor } from './countries';
import {
  isPostalCode,
  isPostalCodeOfRegion,
  needsPostalCode,
  normalisePostalCode,
  postalPattern,
} from './postal-codes';

test.each([
  ['US', '55401'],
  ['US', ' 55401-1234 '],
  ['US', '55401\u20131234'],
  ['GB', 'sw1a 1aa'],
  ['GB', 'SW1A1AA'],
  ['GB', 'gir 0aa'],
  ['CA', 'k1a 0b1'],
  ['CA', 'K1A0B1'],
  ['CA', 'K1A-0B1'],
  ['GB', 'SW1A-1AA'],
  ['MX', '06-000'],
  ['AU', '2000'],
  ['NZ', '6011'],
  ['IE', 'D02 AF30'],
  ['MX', '06000'],
  ['JP', '１００-０００１'],
  ['JP', '〒100-0001'],
  ['BH', '1216'],
  ['AE', '00000'],
  ['AE', 'A1'],
  ['AE', '1'.repeat(30)],
])('accepts for %s the postal code %j', (country, text) => {
  expect(isPostalCode(country, text)).toBe(true);
});

test.each([
  ['US', '5540'],
  ['US', '554011'],
  ['US', 'x55401'],
  ['US', '55401\n55402'],
  ['GB', '55401'],
  ['GB', 'GIR 0AAA'],
  ['CA', '55401'],
  ['BH', '1216 Manama'],
  ['AE', '-'],
  ['AE', '1'],
  ['AE', '1'.repeat(31)],
  ['AE', '!!!'],
])('rejects for %s the postal code %j', (country, text) => {
  expect(isPostalCode(country, text)).toBe(false);
});

test('requires a postal code only where they exist', () => {
  expect(['US', 'GB', 'CA', 'AU', 'NZ', 'MX', 'IE'].every(needsPostalCode)).toBe(true);
  expect(['HK', 'AE', 'PA', 'ZZ'].some(needsPostalCode)).toBe(false);
  expect(countriesFor('en').filter(({ value }) => needsPostalCode(value))).toHaveLength(179);
});

test('matches every pattern against the whole text', () => {
  for (const { value } of countriesFor('en')) {
    expect(postalPattern(value).source).toMatch(/^\^.*\$$/);
    expect(isPostalCode(value, `!${'1'.repeat(40)}!`)).toBe(false);
  }
});

test('normalises idempotently', () => {
  expect(normalisePostalCode('CA', '  k1a \u00a0 0b1 ')).toBe('K1A 0B1');
  expect(normalisePostalCode('CA', 'k1a-0b1')).toBe('K1A 0B1');
  expect(normalisePostalCode('US', '55401-1234')).toBe('55401-1234');
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'aB1１ -–\u00a0\u200b!') }), (text) => {
      const once = normalisePostalCode('CA', text);
      expect(normalisePostalCode('CA', once)).toBe(once);
    }),
  );
});

test.each([
  ['MN', '55101', true],
  ['MN', '55101-1234', true],
  ['MN', '10001', false],
  ['NY', '10001', true],
  ['AE', '09021', true],
  ['AE', '34034', false],
  // Another rule rejects these.
  ['MN', 'nonsense', true],
  ['ZZ', '55101', true],
])('checks for the state %s the code %s: %s', (region, code, can) => {
  expect(isPostalCodeOfRegion('US', region, code)).toBe(can);
});
