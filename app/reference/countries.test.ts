import { expect, test } from 'vitest';
import type { ListItem } from '~/domain/list-item';
import { countriesFor, countryInSentence, isCountry } from './countries';

test('lists the United Kingdom and the United States first, then the others in alphabetical order', () => {
  const english = countriesFor('en');
  expect(english.slice(0, 3)).toEqual([
    { value: 'GB', name: 'United Kingdom' },
    { value: 'US', name: 'United States' },
    { value: 'AF', name: 'Afghanistan' },
  ]);
  const spanish = countriesFor('es').map(({ name }) => name);
  expect(spanish.slice(0, 3)).toEqual(['Reino Unido', 'Estados Unidos', 'Afganistán']);
  // Collation, not code units: an accent does not move a name to the end.
  expect(spanish.indexOf('Åland, Islas')).toBeLessThan(spanish.indexOf('Zimbabue'));
  expect(spanish.slice(2)).toEqual([...spanish.slice(2)].sort(new Intl.Collator('es').compare));
});

test('lists every country once, with a name', () => {
  const countries = countriesFor('en-GB');
  expect(countries).toHaveLength(250);
  expect(new Set(countries.map(({ value }) => value)).size).toBe(250);
  expect(countries.filter(({ value, name }) => value === name)).toEqual([]);
});

test('returns a list that callers cannot change', () => {
  expect(() => void (countriesFor('en') as ListItem[]).pop()).toThrow(TypeError);
  expect(countriesFor('en')).toHaveLength(250);
});

test.each([
  ['en', 'GB', 'the United Kingdom'],
  ['es', 'GB', 'el Reino Unido'],
  ['es', 'BQ', 'el Caribe neerlandés'],
  ['es', 'EH', 'el Sáhara Occidental'],
  ['es', 'HK', 'la RAE de Hong Kong (China)'],
  ['es', 'MO', 'la RAE de Macao (China)'],
  ['es', 'PF', 'la Polinesia Francesa'],
  ['es', 'GF', 'la Guayana Francesa'],
  ['es', 'AQ', 'la Antártida'],
  ['es', 'MX', 'México'],
  ['es', 'GY', 'Guyana'],
])('writes in %s the country %s in a sentence as %s', (language, code, name) => {
  expect(countryInSentence(code, language)).toBe(name);
});

test('accepts only upper-case alpha-2 codes', () => {
  expect(['GB', 'US', 'MX', 'XK'].every(isCountry)).toBe(true);
  expect(['gb', 'UK', 'USA', '', 'constructor', 'ZZ'].some(isCountry)).toBe(false);
});
