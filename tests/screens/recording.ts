import { createHash } from 'node:crypto';
import type { Language } from '~/i18n/languages';
import type { Page } from '~tests/browser/plain-page';

/** A distinct page, as the server sent it. */
export interface RecordedPage {
  /** The screen: the path without visitor-specific parts, or the refusal. */
  screen: string;
  language: Language;
  page: Page;
}

/** Differences between two otherwise identical pages: tokens, ids, references. */
const UNLIKE = [/(?<=name="page-)[^"]*" value="[^"]*/g, /\b[\da-f]{8,}\b/g, /(?<=(?:state|ba_token)=)[\w-]+/g];

/** Random values: page marks, sealed fields, ids, tokens. */
const RANDOM =
  /(?<=name="page-)[^"]+|(?<=name="(?:page-[^"]*|reviewed|shown)" value=")[^"]+|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\b[\da-f]{8,}\b|(?<=(?:state|ba_token)=)[\w-]+/g;

/** Returns the page with random values that are equal in each run, because others compress to another number of bytes. */
export function withSteadyValues({ html }: Page): string {
  const steady = new Map<string, string>();
  return html.replace(RANDOM, (value) => {
    const known = steady.get(value) ?? drawLike(value, steady.size);
    steady.set(value, known);
    return known;
  });
}

/** Returns as many characters of the same kind. Dashes stay, as in a UUID. */
function drawLike(value: string, seed: number): string {
  const kind = /^[\da-f-]+$/.test(value) ? 'hex' : 'base64url';
  let drawn = '';
  while (drawn.length < value.length) drawn += createHash('sha512').update(`${seed} ${drawn.length}`).digest(kind);
  return value.replace(/[^-]/g, (_character, at: number) => drawn[at]!);
}

/** The distinct pages that the walks reached. */
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
    return found.page.$('style').text();
  }

  get pages(): RecordedPage[] {
    return [...this.#pages.values()];
  }
}

/** 422 is a form with errors; other refusals look the same at every URL. */
function screenOf({ url, path, status }: Page): string {
  if (url.host === 'fault') return 'faults';
  return status >= 400 && status !== 422 ? 'refused' : path.replace(/\?.*/, '');
}

/** For error messages. */
export function nameOf({ screen, language, page }: RecordedPage): string {
  return `${screen} in ${language} (${page.status})`;
}

/** The page's structure: elements and their non-text attributes. */
export function shapeOf({ page }: RecordedPage): string {
  return page.html
    .replace(/<style>[^]*?<\/style>/, '')
    .replace(/(<option[^>]*>[^<]*<\/option>)+/g, '<option>')
    .replace(/ (?:value|title|aria-pressed|data-props|href|lang)="[^"]*"/g, '')
    .replace(/(?<=aria-label=")[^"]+/g, 'x')
    .replace(/>[^<]*[^<\s][^<]*</g, '>x<');
}

/** The page without its `lang`: equal texts look equal in two languages. */
export function wordsOf({ page }: RecordedPage): string {
  return page.html.replace(/ (?:lang|aria-pressed)="[^"]*"/g, '').replace(/(?<=name="page-)[^"]*" value="[^"]*/g, '');
}

/** What the stylesheet can distinguish: each element with its parent, by name, class and state. */
export function partsOf({ page }: RecordedPage): string[] {
  const parts = page
    .$('body *')
    .toArray()
    .map((element) => `${describe(element.parent)} > ${describe(element)}`);
  return [...new Set(parts)];
}

const STATES = ['class', 'type', 'aria-invalid', 'aria-current', 'aria-pressed', 'readonly', 'open', 'checked'];

function describe(element: unknown): string {
  const { name = '', attribs = {} } = (element ?? {}) as { name?: string; attribs?: Record<string, string> };
  return [name, ...STATES.map((state) => attribs[state] ?? '')].join(' ');
}
