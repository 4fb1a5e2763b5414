import { expect, test } from 'vitest';
import { translate } from './translator';

const t = translate('en');

/** Type tests, checked by `npm run typecheck`: an `@ts-expect-error` is itself an error where the line below it compiles. */
test('a key that does not exist, and a text that counts without its count, do not compile', () => {
  // @ts-expect-error -- no such text
  expect(t('common:skipToContnt')).toBe('skipToContnt');
  // @ts-expect-error -- how many?
  expect(t('common:footer.kept')).toBe('footer.kept');
  // @ts-expect-error -- the form is not chosen by hand
  expect(t('common:footer.kept_one')).toContain('{{count}}');
});

test('a text that counts has the form of its language', () => {
  expect(t('common:footer.kept', { count: 1 })).toBe('We keep your answers for 1 hour after your last step.');
  expect(translate('es')('common:footer.kept', { count: 2 })).toContain('durante 2 horas');
});
