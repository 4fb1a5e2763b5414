import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LANGUAGES } from '~/domain/languages';
import { findLanguage, isLanguage, LANGUAGE_CODES } from './languages';

// Esperanto is an example of a language that we do not support.
it.each([
  [undefined, 'en'],
  ['', 'en'],
  ['en', 'en'],
  ['en-US,en;q=0.9', 'en'],
  ['en-GB,en;q=0.9', 'en-GB'],
  ['en-AU', 'en'],
  ['es-MX', 'es'],
  ['es-419,es;q=0.9,en;q=0.8', 'es'],
  ['eo-XX,eo;q=0.9,es;q=0.4', 'es'],
  ['eo', 'en'],
  ['es;q=0, en', 'en'],
  ['en-US,es-MX;q=0.8,en;q=0.5', 'en'],
  ['es-MX,en;q=0.9,es;q=0.8', 'es'],
  ['EN-gb', 'en-GB'],
  ['eo,en-GB;q=0.5,es;q=0.9', 'es'],
  ['*', 'en'],
  [';;;,,*;q=x', 'en'],
])('resolves %s to %s', (header, language) => {
  expect(findLanguage(header)).toBe(language);
});

it('recognises only the supported languages', () => {
  expect(['en', 'es', 'en-GB', 'eo', 'constructor', undefined].map(isLanguage)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

it.each(LANGUAGE_CODES)('matches Unicode CLDR in the settings of %s', (language) => {
  const { name, locale, fallback, plurals } = LANGUAGES[language];
  expect(findLanguage(language)).toBe(language);
  expect([new Intl.Locale(language).baseName, new Intl.Locale(locale).baseName]).toEqual([language, locale]);
  expect(new Intl.Locale(locale).language).toBe(new Intl.Locale(language).language);
  expect(Intl.DateTimeFormat.supportedLocalesOf(locale)).toEqual([locale]);
  expect(new Set(plurals)).toEqual(new Set(new Intl.PluralRules(language).resolvedOptions().pluralCategories));
  expect(name.toLocaleLowerCase(locale)).toContain(ownNameOf(language).toLocaleLowerCase(locale));
  if (fallback) expect(LANGUAGES[fallback].fallback).toBeNull();
});

/** Returns the language's own name, without its country. */
function ownNameOf(language: string): string {
  const tag = new Intl.Locale(language).language;
  return new Intl.DisplayNames(language, { type: 'language' }).of(tag) ?? tag;
}

it('has the fields of the row in docs/adding-a-language.md', () => {
  const guide = readFileSync(new URL('../../docs/adding-a-language.md', import.meta.url), 'utf8');
  const [, row = ''] = /^ {3}fr: \{\n(.*?)^ {3}\},$/ms.exec(guide) ?? [];
  const fields = [...row.matchAll(/^ {5}(\w+): .+,$/gm)].map(([, field]) => field);
  for (const language of Object.values(LANGUAGES)) expect(fields).toEqual(Object.keys(language));
});
