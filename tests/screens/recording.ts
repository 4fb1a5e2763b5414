import { createHash } from 'node:crypto';
import type { Language } from '~/i18n/languages';
import type { Page } from '~tests/browser/plain-page';

/** A distinct page of the server. */
export interface RecordedPage {
  /** The path without its query, or `refused` or `faults`. */
  screen: string;
  language: Language;
  page: Page;
}

/** Parts that differ between otherwise identical pages: tokens, ids, references. */
const UNLIKE = [/(?<=name="page-)[^"]*" value="[^"]*/g, /\b[\da-f]{8,}\b/g, /(?<=(?:state|ba_token)=)[\w-]+/g];

/** Random values: page marks, sealed fields, ids, tokens. */
const RANDOM =
  /(?<=name="page-)[^"]+|(?<=name="(?:page-[^"]*|reviewed|shown)" value=")[^"]+|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\b[\da-f]{8,}\b|(?<=(?:state|ba_token)=)[\w-]+/g;

/** Replaces random values by values that are the same in each run, so that the page always compresses to the same size. */
export function withSteadyValues({ html }: Page): string {
  const steady = new Map<string, string>();
  return html.replace(RANDOM, (value) => {
    const known = steady.get(value) ?? hashLike(value, steady.size);
    steady.set(value, known);
    return known;
  });
}

/** Returns a value of the same length and alphabet. Keeps dashes, as in a UUID. */
function hashLike(value: string, seed: number): string {
  const kind = /^[\da-f-]+$/.test(value) ? 'hex' : 'base64url';
  let digits = '';
  while (digits.length < value.length) digits += createHash('sha512').update(`${seed} ${digits.length}`).digest(kind);
  return value.replace(/[^-]/g, (_character, at: number) => digits[at]!);
}

/** Collects the distinct pages of the walks. */
export class Recording {
  readonly #pages = new Map<string, RecordedPage>();

  add(page: Page, language: Language): void {
    if (!page.html.startsWith('<!DOCTYPE html>')) return;
    const screen = screenOf(page);
    const shown = UNLIKE.reduce((html, pattern) => html.replace(pattern, ''), page.html);
    const key = `${language} ${page.status} ${screen} ${shown}`;
    if (!this.#pages.has(key)) this.#pages.set(key, { screen, language, page });
  }

  /** The stylesheet of a screen. @throws if it was not recorded yet */
  stylesheetOf(screen: string): string {
    const found = this.pages.find((recorded) => recorded.screen === screen);
    if (!found) throw new Error(`${screen} was not recorded yet`);
    return found.page.stylesheet;
  }

  get pages(): RecordedPage[] {
    return [...this.#pages.values()];
  }
}

/** A 422 is a form with errors. Other refusals look the same at every URL. */
function screenOf({ url, path, status }: Page): string {
  if (url.host === 'fault') return 'faults';
  return status >= 400 && status !== 422 ? 'refused' : path.replace(/\?.*/, '');
}

/** Returns a page's name for error messages. */
export function nameOf({ screen, language, page }: RecordedPage): string {
  return `${screen} in ${language} (${page.status})`;
}

/** Hidden fields, options that are not selected, and attributes that no stylesheet reads. */
const UNSEEN = [
  RANDOM,
  /<(script|style)\b[^]*?<\/\1>|<input type="hidden"[^>]*>|<option(?![^>]* selected)[^>]*>[^<]*<\/option>/g,
  / (?:lang|action|data-props|name|id|for|aria-(?:label|labelledby|describedby|controls))="[^"]*"/g,
];
const BLOCK =
  /(?=<(?:header|main|aside|footer|section|form|fieldset|details|dialog|h[1-6]|p|div|ul|ol|li|dl|table|tr)\b)/;

/** Returns the parts that the layout checks distinguish: each block's tag, with its content up to the next block. */
export function laidOutPartsOf({ screen, page }: RecordedPage): string[] {
  const shown = UNSEEN.reduce((html, pattern) => html.replace(pattern, ''), page.html);
  return shown.split(BLOCK).map((part) => `${screen} ${part}`);
}

/** Returns the parts that a stylesheet can distinguish: each element and its parent by name, class and state. */
export function styledPartsOf({ page }: RecordedPage): string[] {
  const sheet = createHash('sha256').update(page.stylesheet).digest('base64');
  const parts = page
    .$('body *')
    .toArray()
    .map((element) => `${sheet} ${describe(element.parent)} > ${describe(element)}`);
  return [...new Set(parts)];
}

const STATES = ['class', 'type', 'aria-invalid', 'aria-current', 'aria-pressed', 'readonly', 'open', 'checked'];

function describe(element: unknown): string {
  const { name = '', attribs = {} } = (element ?? {}) as { name?: string; attribs?: Record<string, string> };
  // React writes a set attribute without a value as an empty one.
  return [name, ...STATES.map((state) => attribs[state] ?? '-')].join(' ');
}

/**
 * Returns the parts that axe can distinguish: each element by its parent, its attributes, and whether it has a label and text; and the
 * order of headings and landmarks. That ids are unique and exist is checked in the whole page by the HTML checker.
 */
export function accessiblePartsOf({ page: { $ } }: RecordedPage): string[] {
  const labelled = new Set(
    $('label[for]')
      .toArray()
      .map(({ attribs }) => attribs.for),
  );
  const elements = $('body *:not(option, [type=hidden])').toArray();
  const parts = elements.map((element) => {
    const { name, attribs } = element;
    const hasText = $(element).text().trim() !== '';
    const attributes = Object.entries(attribs).flatMap(([key, value]) => attributeOf(key, value));
    return [nameWithClass(element.parent), name, ...attributes, labelled.has(attribs.id ?? ''), hasText].join(' ');
  });
  const order = $('h1, h2, h3, h4, h5, h6, main, header, footer, nav, aside, section, [role]')
    .toArray()
    .map(({ name, attribs }) => `${name} ${attribs.role ?? ''} ${attribs['aria-label'] ? 'x' : ''}`);
  return [...new Set([...parts, order.join()])];
}

/** Texts, addresses and names do not matter to axe, but whether they are empty does. */
const TEXT_ATTRIBUTES = new Set([
  'aria-label',
  'alt',
  'placeholder',
  'title',
  'value',
  'href',
  'action',
  'src',
  'lang',
  'id',
  'for',
  'name',
  'aria-describedby',
  'aria-labelledby',
  'aria-errormessage',
  'data-enhance',
  'pattern',
  'passwordrules',
]);

function attributeOf(key: string, value: string): string[] {
  if (key === 'data-props' || key === 'style') return [];
  return [TEXT_ATTRIBUTES.has(key) ? `${key}=${value && 'x'}` : `${key}=${value.replace(/[\da-f]{8,}|\d+/g, '0')}`];
}

function nameWithClass(element: unknown): string {
  const { name = '', attribs = {} } = (element ?? {}) as { name?: string; attribs?: Record<string, string> };
  return `${name} ${attribs.class ?? ''}`;
}
