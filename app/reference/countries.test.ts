import { expect, test } from 'vitest';
import type { ListItem } from '~/domain/list-item';
import { countriesFor, isCountry } from './countries';

test('the United Kingdom and the United States come first, the others in the alphabet of the language', () => {
  const english = countriesFor('en');
  expect(english.slice(0, 3)).toEqual([
    { value: 'GB', name: 'United Kingdom' },
    { value: 'US', name: 'United States' },
    { value: 'AF', name: 'Afghanistan' },
  ]);
  const spanish = countriesFor('es').map(({ name }) => name);
  expect(spanish.slice(0, 3)).toEqual(['Reino Unido', 'Estados Unidos', 'Afganistán']);
  // Collation, not code units: an accent does not send a name to the end.
  expect(spanish.indexOf('Åland, Islas')).toBeLessThan(spanish.indexOf('Zimbabue'));
  expect(spanish.slice(2)).toEqual([...spanish.slice(2)].sort(new Intl.Collator('es').compare));
});

test('every country is there once and has a name', () => {
  const countries = countriesFor('en-GB');
  expect(countries).toHaveLength(250);
  expect(new Set(countries.map(({ value }) => value)).size).toBe(250);
  expect(countries.filter(({ value, name }) => value === name)).toEqual([]);
});

test('what a caller does with the list does not reach the next one', () => {
  expect(() => void (countriesFor('en') as ListItem[]).pop()).toThrow(TypeError);
  expect(countriesFor('en')).toHaveLength(250);
});

test('only alpha-2 codes in capitals are countries', () => {
  expect(['GB', 'US', 'MX', 'XK'].every(isCountry)).toBe(true);
  expect(['gb', 'UK', 'USA', '', 'constructor', 'ZZ'].some(isCountry)).toBe(false);
});
