import { expect, test } from 'vitest';
import { countryOfCallingCode, callingCodesFor, isCallingCode } from './calling-codes';

test('lists +1 first, then each code once, sorted by name', () => {
  const codes = callingCodesFor('en');
  expect(codes.slice(0, 3)).toEqual([
    { value: '+1', name: 'United States, Canada (+1)' },
    { value: '+44', name: 'United Kingdom (+44)' },
    { value: '+93', name: 'Afghanistan (+93)' },
  ]);
  expect(new Set(codes.map(({ value }) => value)).size).toBe(codes.length);
  expect(codes.length).toBeGreaterThan(200);
});

test('uses short names in the language', () => {
  expect(callingCodesFor('es')[0]?.name).toBe('Estados Unidos, Canadá (+1)');
  expect(callingCodesFor('en').filter(({ name }) => name.length > 55)).toEqual([]);
});

test('recognises exactly the listed codes', () => {
  expect(callingCodesFor('en').every(({ value }) => isCallingCode(value))).toBe(true);
  expect(['1', '44', '+', '+0', '+999', '', '+1 '].some(isCallingCode)).toBe(false);
});

test.each([
  ['+1', 'US'],
  ['+44', 'GB'],
  ['+353', 'IE'],
  ['+61', 'AU'],
  ['+64', 'NZ'],
  ['+52', 'MX'],
  ['+999', undefined],
  ['', undefined],
])('finds for %s the country %s', (code, country) => expect(countryOfCallingCode(code)).toBe(country));
