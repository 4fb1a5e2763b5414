import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { PlainBrowser, type Page } from './plain-browser';

/** The time that a visitor would wait for a page. */
const PATIENCE_MS = 20_000;

/** Posts step 1 repeatedly with a new version in the name, and records the last acknowledged version. */
export class FormPoster {
  readonly browser: PlainBrowser;
  readonly #answers = parentOfMinnesota().step1;
  #sent = 0;
  #acknowledged = 0;

  private constructor(origin: string) {
    this.browser = new PlainBrowser(origin);
  }

  /** Starts with an acknowledged version. */
  static async start(origin: string): Promise<FormPoster> {
    const poster = new FormPoster(origin);
    await poster.browser.open('/step1');
    const { status } = await poster.post();
    if (status !== 303) throw new Error(`The first post returned ${status}`);
    return poster;
  }

  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** Posts the next version. @throws the error of `fetch` if no server listens */
  async post(): Promise<Page> {
    const version = ++this.#sent;
    const url = this.browser.urlOf('/step1');
    const mark = this.browser.marks.get(url.pathname);
    const answers = { ...mark, ...this.#answers, lastName: nameOf(version) } as Record<string, string>;
    const page = await within(this.browser.send('POST', url, new URLSearchParams(answers).toString()));
    if (page.status === 303) this.#acknowledged = version;
    return page;
  }

  /** Returns the stored version, or 0 without one. */
  async read(): Promise<number> {
    const { status, values } = await this.browser.open('/step1');
    if (status !== 200) throw new Error(`The first step returned ${status}`);
    return versionOf(String(values.lastName));
  }

  /** Returns whether a stored version is valid. It may be newer than the acknowledged one, if a response was lost, but never older. */
  isKept(version: number): boolean {
    return version >= this.#acknowledged && version <= this.#sent;
  }
}

/** Names may not contain digits. */
function nameOf(version: number): string {
  return `V${[...String(version)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;
}

function versionOf(name: string): number {
  return Number([...name.slice(1)].map((letter) => 'abcdefghij'.indexOf(letter)).join('')) || 0;
}

function within<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`No response within ${PATIENCE_MS} ms`)), PATIENCE_MS);
    void work.then(resolve, reject).finally(() => clearTimeout(late));
  });
}
