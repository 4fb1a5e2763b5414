import { createInstance, type i18n } from 'i18next';
import { LANGUAGES } from '~/domain/languages';
import type { CountedPath, PathOf, PlainPath } from './keys';
import type { Language } from './languages';
import { RESOURCES, type Catalogue } from './resources';

/** What stands in a text's placeholders, by their names. */
type Values = Readonly<Record<string, string | number>>;

type CatalogueKey = { [N in keyof Catalogue]: `${N}:${PathOf<Catalogue[N]>}` }[keyof Catalogue];

/** The key of a text, with its namespace: `namespace:path.to.text`. */
export type TextKey = PlainPath<CatalogueKey>;

/** The key of a text that counts, without the ending for its plural form. */
type CountedKey = CountedPath<CatalogueKey>;

/**
 * Translates a key; one that does not exist is a type error, and so is a text that counts without its count. i18next's own type for this knows
 * of no count, and makes the compiler instantiate a third more types in the whole project.
 */
export interface Translate {
  (key: TextKey, values?: Values): string;
  (key: CountedKey, values: Values & { count: number }): string;
}

const instances = new Map<Language, i18n>();

/** The one i18next instance of a language, made when it is first asked for. */
export function translatorOf(language: Language): i18n {
  let instance = instances.get(language);
  if (!instance) {
    instance = createInstance();
    void instance.init({
      lng: language,
      load: 'currentOnly',
      fallbackLng: LANGUAGES[language].fallback ?? false,
      ns: Object.keys(RESOURCES.en),
      defaultNS: 'common',
      resources: RESOURCES,
      initImmediate: false,
      interpolation: { escapeValue: false },
    });
    instances.set(language, instance);
  }
  return instance;
}

/** The translating function of a language. */
export function translate(language: Language): Translate {
  return translatorOf(language).getFixedT(language);
}
