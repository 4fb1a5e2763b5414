import { createInstance, type i18n, type TFunction } from 'i18next';
import type { PathOf } from './keys';
import type { Language } from './languages';
import { NAMESPACES, RESOURCES, type Catalogue } from './resources';

/** Translates a key `namespace:path`; a key that does not exist is a type error. */
export type Translate = TFunction<typeof NAMESPACES>;

/** The key of a text, with its namespace. */
export type TextKey = { [N in keyof Catalogue]: `${N}:${PathOf<Catalogue[N]>}` }[keyof Catalogue];

const instances = new Map<Language, i18n>();

/** The one i18next instance of a language, made when it is first asked for. */
export function translatorOf(language: Language): i18n {
  let instance = instances.get(language);
  if (!instance) {
    instance = createInstance();
    void instance.init({
      lng: language,
      // i18next itself looks up `en` after `en-GB`. Spanish is whole by its type and never falls back.
      fallbackLng: false,
      ns: NAMESPACES,
      defaultNS: 'common',
      resources: RESOURCES,
      initImmediate: false,
      interpolation: { escapeValue: false },
      returnNull: false,
    });
    instances.set(language, instance);
  }
  return instance;
}

/** The translating function of a language. */
export function translate(language: Language): Translate {
  return translatorOf(language).getFixedT(language) as Translate;
}
