import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LANGUAGES, type Language } from './languages';
import { en, RESOURCES } from './resources';
import { translatorOf } from './translator';

/** Every text of a language by its key, `namespace:path.to.text`. */
function textsOf(language: Language): Map<string, string> {
  return new Map(
    Object.entries(RESOURCES[language]).flatMap(([namespace, texts]) =>
      flatten(texts).map(([path, text]) => [`${namespace}:${path}`, text]),
    ),
  );
}

function flatten(texts: object): [path: string, text: string][] {
  return Object.entries(texts).flatMap(([name, value]: [string, string | object]) =>
    typeof value === 'string'
      ? [[name, value] as [string, string]]
      : flatten(value).map(([path, text]) => [`${name}.${path}`, text] as [string, string]),
  );
}

const PLURAL_FORM = /_(one|other)$/;

function placeholdersOf(text: string): string[] {
  return (text.match(/\{\{.*?\}\}/g) ?? []).sort();
}

const english = textsOf('en');
const spanish = textsOf('es');
const british = textsOf('en-GB');

test('Spanish has every key of English, each plural in all of its own forms, and no other', () => {
  const forms = new Intl.PluralRules('es').resolvedOptions().pluralCategories;
  const expected = [...english.keys()].flatMap((key) =>
    PLURAL_FORM.test(key) ? forms.map((form) => key.replace(PLURAL_FORM, `_${form}`)) : [key],
  );
  expect([...spanish.keys()].sort()).toEqual([...new Set(expected)].sort());
});

test('every translation has the placeholders of its English text', () => {
  const wrong = [...spanish, ...british].filter(([key, text]) => {
    const original = english.get(key) ?? english.get(key.replace(/_many$/, '_other')) ?? '';
    return placeholdersOf(text).join() !== placeholdersOf(original).join();
  });
  expect(wrong).toEqual([]);
});

test('British English says postcode wherever English says postal code', () => {
  const american = [...english].filter(([key, text]) => /postal code/i.test(british.get(key) ?? text));
  expect(american).toEqual([]);
});

/** Names, and words that are the same in both languages. */
const SAME_IN_SPANISH = [
  'backend:mail.receipt.total',
  'backend:packages.2021.name',
  'backend:packages.2022.name',
  'backend:packages.2031.name',
  'backend:packages.2032.name',
  'backend:packages.2063.name',
  'checkout:brands.american-express',
  'checkout:brands.diners-club',
  'checkout:brands.discover',
  'checkout:brands.jcb',
  'checkout:brands.maestro',
  'checkout:brands.mastercard',
  'checkout:brands.union-pay',
  'checkout:brands.visa',
  'checkout:method.payPal',
  'checkout:method.venmo',
  'checkout:review.payPal',
  'checkout:review.payPalOf',
  'checkout:review.venmo',
  'checkout:review.venmoOf',
  'checkout:summary.total',
  'common:errorTitle',
  'common:no',
  'common:title',
  'parent:alacarte.tonemeter',
  'parent:receipt.appStore',
  'parent:receipt.googlePlay',
  'parent:receipt.types.paypal',
  'parent:receipt.types.venmo',
  'parent:status.no',
];

test('no Spanish text was left in English', () => {
  const same = [...spanish].filter(([key, text]) => text === english.get(key)).map(([key]) => key);
  expect(same.sort()).toEqual(SAME_IN_SPANISH);
});

test('Spanish questions and exclamations open with their mark', () => {
  const count = (text: string, mark: string) => text.split(mark).length;
  const bare = [...spanish.values()].filter(
    (text) => count(text, '?') !== count(text, '¿') || count(text, '!') !== count(text, '¡'),
  );
  expect(bare).toEqual([]);
});

test('every file of a language is in use', () => {
  for (const language of Object.keys(LANGUAGES) as Language[]) {
    const files = readdirSync(`locales/${language}`).map((name) => name.replace('.json', ''));
    expect(Object.keys(RESOURCES[language]).sort()).toEqual(files.sort());
  }
});

test('British English holds only what differs', () => {
  expect([...british].filter(([key, text]) => text === english.get(key))).toEqual([]);
});

/** Numbers that between them need every plural form of our languages. */
const COUNTS = [0, 1, 2, 24, 1_000_000];

test.each(Object.keys(LANGUAGES) as Language[])('in %s no key shows up as text', (language) => {
  const { t, exists } = translatorOf(language);
  const own = textsOf(language);
  const rules = new Intl.PluralRules(language);
  for (const [key, text] of english) {
    const values = Object.fromEntries(placeholdersOf(text).map((name) => [name.slice(2, -2), 7]));
    const base = key.replace(PLURAL_FORM, '');
    for (const count of base === key ? [7] : COUNTS) {
      const found = base === key ? key : `${base}_${rules.select(count)}`;
      const expected = own.get(found) ?? (language === 'en-GB' ? english.get(found) : undefined);
      const said: unknown = t(base as never, { ...values, count });
      expect(exists(base, { count }), base).toBe(true);
      expect(said).toBe(expected?.replaceAll('{{count}}', String(count)).replace(/\{\{.*?\}\}/g, '7'));
    }
  }
});

test('British English falls back to English, and Spanish to nothing', () => {
  expect(translatorOf('en-GB').languages).toEqual(['en-GB', 'en']);
  expect(translatorOf('es').languages).toEqual(['es']);
  expect(translatorOf('en-GB').t('common:skipToContent')).toBe(en.common.skipToContent);
});
