import { expect, test } from 'vitest';
import { translate, translatorOf } from './translator';

const t = translate('en');

/** Type tests, checked by `npm run typecheck`: an `@ts-expect-error` is an error if the next line compiles. */
test('rejects unknown keys and missing counts at compile time', () => {
  // @ts-expect-error -- no such text
  // cspell:ignore contnt
  expect(t('common:skipToContnt')).toBe('skipToContnt');
  // @ts-expect-error -- lacks the count
  expect(t('checkout:suggestions.count')).toBe('suggestions.count');
  // @ts-expect-error -- the count selects the plural form
  expect(t('checkout:suggestions.count_one')).toContain('{{count}}');
});

test('uses the plural form of the language', () => {
  expect(t('checkout:suggestions.count', { count: 1 })).toMatch(/^1 address suggested\./);
  expect(translate('es')('checkout:suggestions.count', { count: 2 })).toContain('2 direcciones');
});

test('returns a text without values unchanged, and interpolates values on every call', () => {
  for (const language of ['en', 'es', 'en-GB'] as const) {
    const inLanguage = translate(language);
    expect(translate(language)).toBe(inLanguage);
    for (const time of [1, 2]) {
      expect(inLanguage('common:skipToContent'), String(time)).toBe(translatorOf(language).t('common:skipToContent'));
      expect(inLanguage('checkout:suggestions.count', { count: time })).toBe(
        translatorOf(language).t('checkout:suggestions.count', { count: time }),
      );
    }
  }
});
