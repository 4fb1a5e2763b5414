import type { Language } from '~/i18n/languages';
import type { Page } from '~tests/browser/plain-page';

/** A page as the server sent it, once for everything that it shows. */
export interface RecordedPage {
  /** Which screen it is: its path without what stands for one visitor, or what refused the request. */
  screen: string;
  language: Language;
  page: Page;
}

/** What differs in two pages that show the same: tokens, ids, references, and what answers bear to be nobody else's. */
const UNLIKE = [/(?<=name="formToken" value=")[^"]*/g, /\b[\da-f]{8,}\b/g, /(?<=(?:state|ba_token)=)[\w-]+/g];

/** The pages that the walks came to, each once. */
export class Recording {
  readonly #pages = new Map<string, RecordedPage>();

  add(page: Page, language: Language): void {
    if (!page.html.startsWith('<!DOCTYPE html>')) return;
    const screen = screenOf(page);
    const shown = UNLIKE.reduce((html, pattern) => html.replace(pattern, ''), page.html);
    const key = `${language} ${page.status} ${screen} ${shown}`;
    if (!this.#pages.has(key)) this.#pages.set(key, { screen, language, page });
  }

  /** That of every page. @throws where none was recorded yet */
  get stylesheet(): string {
    const [first] = this.#pages.values();
    if (!first) throw new Error('No page was recorded yet');
    return first.page.$('style').text();
  }

  get pages(): RecordedPage[] {
    return [...this.#pages.values()];
  }
}

/** 422 is a form that says what is wrong; whatever else is refused looks the same wherever it was asked for. */
function screenOf({ url, path, status }: Page): string {
  if (url.host === 'fault') return 'faults';
  return status >= 400 && status !== 422 ? 'refused' : path.replace(/\?.*/, '');
}

/** For whoever reads what is wrong with it. */
export function nameOf({ screen, language, page }: RecordedPage): string {
  return `${screen} in ${language} (${page.status})`;
}

/** The page without its words: its elements and whatever of their attributes is no text. */
export function shapeOf({ page }: RecordedPage): string {
  return page.html
    .replace(/<style>[^]*?<\/style>/, '')
    .replace(/(<option[^>]*>[^<]*<\/option>)+/g, '<option>')
    .replace(/ (?:value|title|aria-pressed|data-props|href|lang)="[^"]*"/g, '')
    .replace(/(?<=aria-label=")[^"]+/g, 'x')
    .replace(/>[^<]*[^<\s][^<]*</g, '>x<');
}

/** The page whatever language it says it is in: where two languages say the same, they look the same. */
export function wordsOf({ page }: RecordedPage): string {
  return page.html.replace(/ (?:lang|aria-pressed)="[^"]*"/g, '').replace(/(?<=name="formToken" value=")[^"]*/g, '');
}

/** What the stylesheet tells apart: each element with its parent, by their names, classes and states. */
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
