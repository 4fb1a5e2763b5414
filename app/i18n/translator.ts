import { createInstance, type i18n } from 'i18next';
import { LANGUAGES } from '~/domain/languages';
import type { CountedPath, PathOf, PlainPath } from './keys';
import type { Language } from './languages';
import { RESOURCES, type Catalogue } from './resources';

/** The values of a text's placeholders, by name. */
type Values = Readonly<Record<string, string | number>>;

type CatalogueKey = { [N in keyof Catalogue]: `${N}:${PathOf<Catalogue[N]>}` }[keyof Catalogue];

/** The key of a text, with its namespace: `namespace:path.to.text`. */
export type TextKey = PlainPath<CatalogueKey>;

/** The key of a text with a count, without its plural ending. */
type CountedKey = CountedPath<CatalogueKey>;

/**
 * Translates a key. An unknown key, or a text with a count that is called without one, is a type error. i18next's own type does not check
 * counts and adds a third to the project's type instantiations.
 */
export interface Translate {
  (key: TextKey, values?: Values): string;
  (key: CountedKey, values: Values & { count: number }): string;
}

const instances = new Map<Language, i18n>();

/** The i18next instance of a language, created on first use. */
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

const translators = new Map<Language, Translate>();

/** Caches texts without values, which never change. */
export function translate(language: Language): Translate {
  let t = translators.get(language);
  if (!t) {
    const lookUp = translatorOf(language).getFixedT(language);
    const texts = new Map<string, string>();
    t = (key: string, values?: Values) => {
      if (values) return lookUp(key, values);
      const text = texts.get(key) ?? lookUp(key);
      texts.set(key, text);
      return text;
    };
    translators.set(language, t);
  }
  return t;
}
