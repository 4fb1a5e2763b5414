import { RESOURCES } from '~/i18n/resources';
import type { Language } from '~/i18n/languages';

/** Every text of a language by key, `namespace:path.to.text`; British English includes the texts it shares with English. */
export function textsOf(language: Language): Map<string, string> {
  const texts = new Map<string, string>();
  for (const layer of language === 'en-GB' ? (['en', 'en-GB'] as const) : [language]) {
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
