import { expect, it } from 'vitest';
import { findLanguage, isLanguage } from './languages';

it.each([
  [undefined, 'en'],
  ['', 'en'],
  ['en', 'en'],
  ['en-US,en;q=0.9', 'en'],
  ['en-GB,en;q=0.9', 'en-GB'],
  ['en-AU', 'en'],
  ['es-MX', 'es'],
  ['es-419,es;q=0.9,en;q=0.8', 'es'],
  ['fr-FR,fr;q=0.9,es;q=0.4', 'es'],
  ['de', 'en'],
  ['es;q=0, en', 'en'],
  [';;;,,*;q=x', 'en'],
])('%s is answered in %s', (header, language) => {
  expect(findLanguage(header)).toBe(language);
});

it('knows its own languages only', () => {
  expect(['en', 'es', 'en-GB', 'fr', 'constructor', undefined].map(isLanguage)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});
