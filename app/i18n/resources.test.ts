import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LANGUAGES } from '~/domain/languages';
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, type Language } from './languages';
import { en, RESOURCES } from './resources';
import { translatorOf } from './translator';

/** Every text of a language's own catalogue, by its key `namespace:path.to.text`. */
function textsOf(language: Language): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [namespace, tree] of Object.entries(RESOURCES[language]))
    for (const [path, text] of flatten(tree)) texts.set(`${namespace}:${path}`, text);
  return texts;
}

function* flatten(texts: object): Generator<[path: string, text: string]> {
  for (const [name, value] of Object.entries<string | object>({ ...texts })) {
    if (typeof value === 'string') yield [name, value];
    else for (const [path, text] of flatten(value)) yield [`${name}.${path}`, text];
  }
}

const PLURAL_FORM = /_(zero|one|two|few|many|other)$/;

function placeholdersOf(text: string): string[] {
  return (text.match(/\{\{.*?\}\}/g) ?? []).sort();
}

const english = textsOf(DEFAULT_LANGUAGE);
const spanish = textsOf('es');
const british = textsOf('en-GB');

const TRANSLATIONS = LANGUAGE_CODES.filter((language) => language !== DEFAULT_LANGUAGE);
const WHOLE = LANGUAGE_CODES.filter((language) => LANGUAGES[language].fallback === null);

test.each(WHOLE)('%s has every key of English, each plural in all of its own forms, and no other', (language) => {
  const { plurals } = LANGUAGES[language];
  const expected = [...english.keys()].flatMap((key) =>
    PLURAL_FORM.test(key) ? plurals.map((form) => key.replace(PLURAL_FORM, `_${form}`)) : [key],
  );
  expect([...textsOf(language).keys()].sort()).toEqual([...new Set(expected)].sort());
});

/** In Spanish a title's name stands for both genders ("Dr. / Dra."), so it is not said beside a person's name. */
const WITHOUT_PLACEHOLDER: Partial<Record<Language, readonly string[]>> = { es: ['professional:done.nameWithTitle'] };

test.each(TRANSLATIONS)('every text of %s has the placeholders of its English one', (language) => {
  const wrong = [...textsOf(language)].filter(([key, text]) => {
    if (WITHOUT_PLACEHOLDER[language]?.includes(key)) return false;
    const original = english.get(key) ?? english.get(key.replace(PLURAL_FORM, '_other')) ?? '';
    return placeholdersOf(text).join() !== placeholdersOf(original).join();
  });
  expect(wrong).toEqual([]);
});

test('British English says postcode wherever English says postal code', () => {
  const american = [...english].filter(([key, text]) => /postal code/i.test(british.get(key) ?? text));
  expect(american).toEqual([]);
});

/** Names, and patterns without words: the same in every language unless its catalogue has its own. */
const NAMES = [
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
  'common:title',
  'parent:alacarte.tonemeter',
  'parent:receipt.appStore',
  'parent:receipt.googlePlay',
  'parent:receipt.types.paypal',
  'parent:receipt.types.venmo',
];

/** Words that are the same in the language and in English. */
const SHARED_WORDS: Partial<Record<Language, readonly string[]>> = {
  es: ['checkout:summary.total', 'common:errorTitle', 'common:no', 'parent:status.no'],
};

test.each(TRANSLATIONS.filter((language) => WHOLE.includes(language)))(
  'no text of %s was left in English',
  (language) => {
    const shared = SHARED_WORDS[language] ?? [];
    const texts = textsOf(language);
    const same = [...texts].filter(([key, text]) => text === english.get(key)).map(([key]) => key);
    expect(same.filter((key) => !NAMES.includes(key) && !shared.includes(key))).toEqual([]);
    expect(
      shared.filter((key) => !same.includes(key)),
      'these differ by now',
    ).toEqual([]);
  },
);

test('names are the same in Spanish', () => {
  expect(NAMES.filter((key) => spanish.get(key) !== english.get(key))).toEqual([]);
});

/** The signs that an answer may hold, as a rule lists them. */
const withoutListedSigns = (text: string) => text.replace("? - , . ; ' # / :", '');

test('Spanish questions and exclamations open with their mark', () => {
  const count = (text: string, mark: string) => text.split(mark).length;
  const bare = [...spanish.values()]
    .map(withoutListedSigns)
    .filter((text) => count(text, '?') !== count(text, '¿') || count(text, '!') !== count(text, '¡'));
  expect(bare).toEqual([]);
});

test('every folder is a language, and every file of it is in use', () => {
  expect(readdirSync('locales').sort()).toEqual([...LANGUAGE_CODES].sort());
  for (const language of LANGUAGE_CODES) {
    const files = readdirSync(`locales/${language}`).map((name) => name.replace('.json', ''));
    expect(Object.keys(RESOURCES[language]).sort(), language).toEqual(files.sort());
  }
});

test.each(LANGUAGE_CODES)('%s holds no text that its fallback says the same', (language) => {
  const { fallback } = LANGUAGES[language];
  const texts = fallback ? textsOf(fallback) : new Map<string, string>();
  expect([...textsOf(language)].filter(([key, text]) => text === texts.get(key))).toEqual([]);
});

/** Numbers that together need every plural form of our languages. */
const COUNTS = [0, 1, 2, 11, 24, 1_000_000, 1.5];

test.each(LANGUAGE_CODES)('in %s no key shows up as text', (language) => {
  const { t, exists } = translatorOf(language);
  const { fallback, plurals } = LANGUAGES[language];
  const own = new Map([...(fallback ? textsOf(fallback) : []), ...textsOf(language)]);
  const rules = new Intl.PluralRules(language);
  expect(new Set(COUNTS.map((count) => rules.select(count)))).toEqual(new Set(plurals));
  for (const [key, text] of english) {
    const values = Object.fromEntries(placeholdersOf(text).map((name) => [name.slice(2, -2), 7]));
    const base = key.replace(PLURAL_FORM, '');
    for (const count of base === key ? [7] : COUNTS) {
      const found = base === key ? key : `${base}_${rules.select(count)}`;
      expect(exists(base, { count }), base).toBe(true);
      expect(t(base, { ...values, count })).toBe(
        own
          .get(found)
          ?.replaceAll('{{count}}', String(count))
          .replace(/\{\{.*?\}\}/g, '7'),
      );
    }
  }
});

test.each(LANGUAGE_CODES)('%s falls back to what its row says, and to nothing else', (language) => {
  const { fallback } = LANGUAGES[language];
  expect(translatorOf(language).languages).toEqual(fallback ? [language, fallback] : [language]);
});

test('British English says in English what it does not say otherwise', () => {
  expect(translatorOf('en-GB').t('common:skipToContent')).toBe(en.common.skipToContent);
});
