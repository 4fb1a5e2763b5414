import type { Page } from '~tests/browser/plain-page';

/** A text that is read or heard, with the language the page declares for it. */
export interface SpokenText {
  text: string;
  lang: string;
}

interface Node {
  type: string;
  name?: string;
  data?: string;
  attribs?: Record<string, string>;
  children?: Node[];
}

/** Attributes that are shown or read out. */
const SPOKEN_ATTRIBUTES = ['aria-label', 'title', 'alt', 'placeholder'];

/** Not read as language: machinery, and codes shown as codes. */
const UNSPOKEN = new Set(['script', 'style', 'code']);

/** Every text of a page: text nodes, attributes that are read out, and texts passed to scripts. */
export function spokenTextsOf(page: Page): SpokenText[] {
  const found: SpokenText[] = [];
  for (const root of page.$.root().contents().toArray()) collect(root as unknown as Node, '', found);
  return found;
}

function collect(
  { type, name = '', data = '', attribs = {}, children = [] }: Node,
  around: string,
  found: SpokenText[],
) {
  const lang = attribs.lang ?? around;
  const add = (text: string) => {
    const line = text.replace(/\s+/g, ' ').trim();
    if (line !== '') found.push({ text: line, lang });
  };
  // The outbox shows mails line by line.
  if (type === 'text') data.split('\n').forEach(add);
  if (UNSPOKEN.has(name)) return;
  for (const attribute of SPOKEN_ATTRIBUTES) add(attribs[attribute] ?? '');
  if (attribs['data-props']) sentencesOf(JSON.parse(attribs['data-props'])).forEach(add);
  for (const child of children) collect(child, lang, found);
}

/** Texts passed to scripts; the rest are ids, URLs and tokens. */
function sentencesOf(props: unknown): string[] {
  if (typeof props === 'string') return /\p{L}.* .*\p{L}/u.test(props) && !/^https?:/.test(props) ? [props] : [];
  return props !== null && typeof props === 'object' ? Object.values(props).flatMap(sentencesOf) : [];
}
