import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LANGUAGES } from '~/domain/languages';
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, type Language } from './languages';
import { en, RESOURCES } from './resources';
import { translatorOf } from './translator';

/** Returns every text of a language's catalogue, by its key `namespace:path.to.text`. */
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

test.each(WHOLE)('has exactly the English keys in %s, with all plural forms of the language', (language) => {
  const { plurals } = LANGUAGES[language];
  const expected = [...english.keys()].flatMap((key) =>
    PLURAL_FORM.test(key) ? plurals.map((form) => key.replace(PLURAL_FORM, `_${form}`)) : [key],
  );
  expect([...textsOf(language).keys()].sort()).toEqual([...new Set(expected)].sort());
});

/** A Spanish title covers both genders ("Dr. / Dra."), so it is not shown with a person's name. */
const WITHOUT_PLACEHOLDER: Partial<Record<Language, readonly string[]>> = { es: ['professional:done.nameWithTitle'] };

test.each(TRANSLATIONS)('has the placeholders of English in every text of %s', (language) => {
  const wrong = [...textsOf(language)].filter(([key, text]) => {
    if (WITHOUT_PLACEHOLDER[language]?.includes(key)) return false;
    const original = english.get(key) ?? english.get(key.replace(PLURAL_FORM, '_other')) ?? '';
    return placeholdersOf(text).join() !== placeholdersOf(original).join();
  });
  expect(wrong).toEqual([]);
});

/** American words, and their British equivalents. */
const AMERICAN: readonly [RegExp, string][] = [
  [/postal code/i, 'postcode'],
  [/\bZIP code\b(?!\))/i, 'postcode (ZIP code)'],
  [/\bapartments?\b/i, 'flat'],
  [/\bsuites?\b/i, 'unit'],
  [/\bThe city\b|^City$/, 'town or city'],
  [/\bexpiration\b/i, 'expiry'],
  [/\bperiods?\b/i, 'full stop'],
  [/\b\w+(?:iz(?:e|ed|es|ing|ation|ations)|yz(?:e|ed|es|ing))\b/i, '-ise'],
  [/\b(?:cancel|travel|label|model|total|fulfil|enrol)(?:ed|ing)\b/i, 'a double l'],
  [/\b(?:col|fav|behavi|hon|lab|neighb)or\w*\b/i, '-our'],
  [/\b(?:center|theater|meter)\b/, '-re'],
  [/\battorneys?\b/i, 'solicitor or barrister'],
  [/\bbench officers?\b/i, 'judge or magistrate'],
  [/\bbusiness days?\b/i, 'working day'],
  [/\bcall us at\b/i, 'call us on'],
  [/\b(?:gotten|mom|vacation|toward|license|defense|catalog|dialog|gray|check card|cell phone)\b/i, 'another word'],
  [/\b(?:Mr|Mrs|Ms|Dr)\./, 'no full stop'],
];

/** The names of an American profession and of a United States office stay American. */
const AMERICAN_OFFICES = ['backend:lookups.roles.ATTORNEY'];

test('uses no American words in British English', () => {
  const american = [...english].flatMap(([key, text]) =>
    AMERICAN.filter(([word]) => !AMERICAN_OFFICES.includes(key) && word.test(british.get(key) ?? text)).map(
      ([, instead]) => `${key}: ${british.get(key) ?? text} (${instead})`,
    ),
  );
  expect(american).toEqual([]);
});

/** docs/rules.md, "Billing form". No address in the United Kingdom has a region. */
test('calls regions outside the US provinces in British English, too', () => {
  expect(translatorOf('en-GB').t('checkout:fields.province')).toBe('Province');
  expect([...british.values()].filter((text) => /\bcount(y|ies)\b/i.test(text))).toEqual([]);
});

/** Errors that name their field, with the labels that the field may have. */
const NAMED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  'errors:country': ['checkout:fields.country'],
  'errors:region': ['checkout:fields.state', 'checkout:fields.province'],
  'errors:timezone': ['checkout:fields.timezone'],
  'errors:postalCode': ['checkout:fields.postalCode'],
  'errors:countryCode': ['common:fields.countryCode'],
  'errors:cardHolderLength': ['checkout:fields.cardHolderName'],
  'errors:cardNumber': ['checkout:fields.cardNumber'],
  'errors:cardExpiration': ['checkout:fields.cardExpiration'],
  'errors:cardCvv': ['checkout:fields.cardCvv'],
  'errors:securityAnswerIsQuestion': ['invite:security.question'],
  'checkout:exceptions.expiration': ['checkout:fields.cardExpiration'],
  'checkout:exceptions.cardNumber': ['checkout:fields.cardNumber'],
  'checkout:exceptions.activationCode': ['checkout:fields.subscriptionCode'],
  'professional:signup_city_error': ['checkout:fields.city'],
  'professional:signup_region_error': ['checkout:fields.state', 'checkout:fields.province'],
  'professional:signup_postalCode_error': ['checkout:fields.postalCode'],
  'professional:signup_country_error': ['checkout:fields.country'],
  'professional:signup_timezone_error': ['checkout:fields.timezone'],
  'professional:signup_credentials_error': ['professional:fields.credentials'],
  'professional:signup_addressLine2_error': ['professional:fields.addressLine2'],
  'professional:signup_phoneExtension_error': ['professional:fields.phoneExtension'],
  'professional:signup_securityCode_error': ['professional:fields.securityCode'],
};

/** Removes articles, possessives and text in brackets. */
function bareWords(text: string): string {
  const words =
    text
      .replace(/\(.*?\)/g, '')
      .toLowerCase()
      .match(/[\p{L}’']+/gu) ?? [];
  const articles = ['the', 'a', 'an', 'your', 'el', 'la', 'los', 'las', 'un', 'una', 'su', 'sus'];
  return words.filter((word) => !articles.includes(word)).join(' ');
}

test.each(LANGUAGE_CODES)('uses the label for the field in errors in %s', (language) => {
  const { t } = translatorOf(language);
  const wrong = Object.entries(NAMED_FIELDS).flatMap(([error, labels]) =>
    labels
      .filter((label) => !bareWords(t(error)).includes(bareWords(t(label))))
      .map((label) => `${t(label)}: ${t(error)}`),
  );
  expect(wrong).toEqual([]);
});

/** Names, and patterns without words. They are the same in every language unless its catalogue overrides them. */
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
  es: [
    'checkout:summary.total',
    'checkout:summary.totalInDollars',
    'common:errorTitle',
    'common:no',
    'parent:status.no',
  ],
};

test.each(TRANSLATIONS.filter((language) => WHOLE.includes(language)))(
  'leaves no text of %s in English',
  (language) => {
    const shared = SHARED_WORDS[language] ?? [];
    const texts = textsOf(language);
    const same = [...texts].filter(([key, text]) => text === english.get(key)).map(([key]) => key);
    expect(same.filter((key) => !NAMES.includes(key) && !shared.includes(key))).toEqual([]);
    expect(
      shared.filter((key) => !same.includes(key)),
      'these texts differ now',
    ).toEqual([]);
  },
);

test('keeps names the same in Spanish', () => {
  expect(NAMES.filter((key) => spanish.get(key) !== english.get(key))).toEqual([]);
});

/** Removes the lists of allowed and dropped characters, which contain single marks. */
const withoutListedSigns = (text: string) => text.replace("? - , . ; ' # / :", '').replace('¿ y ¡', '');

test('opens Spanish questions and exclamations with the inverted mark', () => {
  const count = (text: string, mark: string) => text.split(mark).length;
  const unopened = [...spanish.values()]
    .map(withoutListedSigns)
    .filter((text) => count(text, '?') !== count(text, '¿') || count(text, '!') !== count(text, '¡'));
  expect(unopened).toEqual([]);
});

/** Wording that reads as translated or as another country's Spanish, and its replacement (docs/spanish.md). */
const RULED_OUT: readonly [RegExp, string][] = [
  [/segur[oa] o segur[oa]/, 'tener la seguridad de que'],
  [/En este momento no pudimos|No pudimos .* en este momento/, 'no podemos, or only no pudimos'],
  [/contar cómo|se cuenta(?:n)?\b|\bcuenta para\b|cuentan ahora/, 'medir, registrar; aplicarse'],
  [/precio de abajo/, 'el precio que ve abajo'],
  [/dirección se dio/, 'se indicó'],
  [/hasta que lo haya/, 'hasta que lo use'],
  [/(?<!no )\ble llega\b|recibe una invitación|\binicia sesión|\bllega en\b|no se entera\b/, 'the future'],
  [/dio su nombre/, 'el nombre de usted'],
  [/, así se/, 'a semicolon'],
  [/por una suscripción/, 'de suscripción'],
  [/organizan aquí sus días/, 'su día a día'],
  [/^De su país dependen/, 'subject first'],
  [/por el número de teléfono/, 'por su número'],
  [/vincular (?:su cuenta|las cuentas)/, 'there are no accounts yet'],
  [/cubre su suscripción|^Su suscripción queda pagada/, 'whose it is'],
  [/^De 5 a 100 caracteres;/, 'una pregunta que usted elija'],
  [/cuando nos llame\./, 'para asegurarnos de que es usted'],
  [/solo hay una zona horaria\.$/, 'así que ya está seleccionada'],
  [/(?<!hijas [eo] )\bhijos\b/, 'hijas e hijos'],
  [/Detrás de él/, 'de ella: the window'],
  [/copadre|progenitor|la otra parte/i, 'la otra mamá o el otro papá'],
  [/(?<!la )\bbienvenid[oa]\b/i, 'le damos la bienvenida'],
  [/lo mismo verá/i, 'vale para: after "No verá" it says the opposite'],
  [/\bsin impuestos\b/, 'antes de impuestos: they are added later'],
  [/por favor(?!,)|(?<!, |[.:…] |^)por favor/i, 'por favor, between commas'],
  [/ingresó/, 'lo que escribió'],
  [/Conservamos .*\{\{time\}\} más|se agregan cuando/, 'the future'],
  [/que trabaja con su familia/, 'la familia de usted'],
  [/Facturado/, 'cliente: a factura is a tax document'],
  [/duración/i, 'vigencia'],
  [/su propio paquete/, 'un paquete a su medida'],
  [/\bapellido\b/i, 'apellidos'],
  [/Se cumplen \{\{/, 'requisitos cumplidos: the number may be 1'],
];

test('avoids the Spanish wording that docs/spanish.md rules out', () => {
  const found = RULED_OUT.flatMap(([wording, instead]) =>
    [...spanish].filter(([, text]) => wording.test(text)).map(([key, text]) => `${key}: ${text} (${instead})`),
  );
  expect(found).toEqual([]);
});

test.each([
  ['English', english],
  ['Spanish', spanish],
])('quotes the name of the payment button in each %s sentence', (_language, texts) => {
  const label = texts.get('checkout:review.payNow')!;
  const unquoted = [...texts.values()].filter((text) => text.replaceAll(`“${label}”`, '').indexOf(label) > 0);
  expect(unquoted).toEqual([]);
});

/** A label of one word may be shorter where there is little room. */
test('has one Spanish text for each English sentence', () => {
  const translations = new Map<string, Set<string | undefined>>();
  for (const [key, text] of english)
    if (text.includes(' ')) translations.set(text, (translations.get(text) ?? new Set()).add(spanish.get(key)));
  const several = [...translations].filter(([, texts]) => texts.size > 1);
  expect(several.map(([text, texts]) => [text, ...texts])).toEqual([]);
});

test('has a language for every folder, and uses every file of it', () => {
  expect(readdirSync('locales').sort()).toEqual([...LANGUAGE_CODES].sort());
  for (const language of LANGUAGE_CODES) {
    const files = readdirSync(`locales/${language}`).map((name) => name.replace('.json', ''));
    expect(Object.keys(RESOURCES[language]).sort(), language).toEqual(files.sort());
  }
});

test.each(LANGUAGE_CODES)('has no text in %s that repeats its fallback', (language) => {
  const { fallback } = LANGUAGES[language];
  const texts = fallback ? textsOf(fallback) : new Map<string, string>();
  expect([...textsOf(language)].filter(([key, text]) => text === texts.get(key))).toEqual([]);
});

/** Together these numbers need every plural form of our languages. */
const COUNTS = [0, 1, 2, 11, 24, 1_000_000, 1.5];

test.each(LANGUAGE_CODES)('shows no key as text in %s', (language) => {
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

test.each(LANGUAGE_CODES)('falls back from %s only to its configured language', (language) => {
  const { fallback } = LANGUAGES[language];
  expect(translatorOf(language).languages).toEqual(fallback ? [language, fallback] : [language]);
});

test('uses the English text where British English has none', () => {
  expect(translatorOf('en-GB').t('common:skipToContent')).toBe(en.common.skipToContent);
});
