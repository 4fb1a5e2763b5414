import { LANGUAGES } from '~/domain/languages';
import type { Language } from '~/i18n/languages';
import { RESOURCES } from '~/i18n/resources';

const known = new Map<Language, ReadonlyMap<string, string>>();

/** Returns the texts of a language by key, `namespace:path.to.text`, including those of its fallback language. */
export function textsOf(language: Language): ReadonlyMap<string, string> {
  // Browsers in a language need them at each press.
  const texts = known.get(language) ?? collectTexts(language);
  known.set(language, texts);
  return texts;
}

function collectTexts(language: Language): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const { fallback } = LANGUAGES[language];
  for (const layer of fallback ? [fallback, language] : [language]) {
    for (const [namespace, tree] of Object.entries(RESOURCES[layer]))
      for (const [path, text] of flatten(tree)) texts.set(`${namespace}:${path}`, text);
  }
  return texts;
}

function flatten(texts: object): [path: string, text: string][] {
  return Object.entries(texts).flatMap(([name, value]: [string, string | object]) =>
    typeof value === 'string'
      ? [[name, value] as [string, string]]
      : flatten(value).map(([path, text]) => [`${name}.${path}`, text] as [string, string]),
  );
}
