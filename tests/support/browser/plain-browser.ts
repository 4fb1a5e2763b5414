import type { IncomingHttpHeaders } from 'node:http';
import { request, type Dispatcher } from 'undici';
import { BASE_PATH } from '~/domain/base-path';
import { CookieJar } from './cookie-jar';
import { Page, type Typed } from './plain-page';

export type { Page } from './plain-page';

const MOST_REDIRECTS = 10;

export interface Hop {
  status: number;
  /** The `Location` header. */
  location: string;
}

/** A browser without JavaScript, with cookies, links, forms and redirects. Throws if a control does not exist. */
export class PlainBrowser {
  /** Redirects that led to this page. */
  redirects: Hop[] = [];
  jar = new CookieJar();
  /** Whether posts contain `Origin`. Text browsers such as Lynx do not send it. */
  sendsOrigin = true;
  /** Called with each page. */
  onPage: (page: Page) => void = () => undefined;
  /** The mark of the last page at each path. */
  readonly marks = new Map<string, Record<string, string>>();
  #page: Page | undefined;

  /**
   * @param origin of the server, which may change after a restart
   * @param base the build's `BASE_PATH`
   */
  constructor(
    public origin: string,
    private readonly acceptLanguage = 'en-US',
    private readonly base = BASE_PATH,
  ) {}

  get page(): Page {
    if (!this.#page) throw new Error('No page was opened yet');
    return this.#page;
  }

  /** Returns another browser with a copy of the cookies, such as a thief's, or this one before it receives a response. */
  copy(): PlainBrowser {
    const copy = new PlainBrowser(this.origin);
    copy.jar = this.jar.copy();
    return copy;
  }

  /** Returns another browser with the same page and a copy of the cookies, for a server that continues with a copy of the store. */
  movedTo(origin: string): PlainBrowser {
    const moved = new PlainBrowser(origin, this.acceptLanguage, this.base);
    moved.jar = this.jar.copy();
    for (const [path, mark] of this.marks) moved.marks.set(path, mark);
    moved.#page = this.#page?.movedTo(origin);
    return moved;
  }

  /** @param path without the base path, or a path of the main product that begins with `/ofw` */
  open(path: string): Promise<Page> {
    return this.go('GET', this.urlOf(path));
  }

  reload(): Promise<Page> {
    return this.go('GET', this.page.url);
  }

  fill(typed: Typed): void {
    this.page.fill(typed);
  }

  press(button: string, number?: number): Promise<Page> {
    return this.submit(this.page.button(button, number));
  }

  pressEnter(): Promise<Page> {
    return this.submit(this.page.defaultButton());
  }

  follow(link: string, number?: number): Promise<Page> {
    return this.go('GET', new URL(this.page.link(link, number), this.page.url));
  }

  /** Follows the page's timed redirect. */
  waitForRefresh(): Promise<Page> {
    const target = /^\d+(?:; url=(.+))?$/.exec(this.page.headers.get('refresh') ?? '');
    if (!target) throw new Error(`${this.page.describe()} does not refresh by itself`);
    return this.go('GET', new URL(target[1] ?? this.page.url.href, this.page.url));
  }

  /** Posts a form as a program or an old tab would. Adds the mark of the last page at this path unless the body has a mark. */
  post(path: string, body: Record<string, string> | [string, string][] | string, headers?: Record<string, string>) {
    const url = this.urlOf(path);
    const form = new URLSearchParams(body);
    const isMarked = [...form.keys()].some((name) => name.startsWith('page-'));
    const mark = isMarked ? '' : new URLSearchParams(this.marks.get(url.pathname)).toString();
    const sent = typeof body === 'string' ? body : form.toString();
    return this.go('POST', url, [mark, sent].filter(Boolean).join('&'), headers);
  }

  /** Sends one request without following redirects. */
  async send(method: string, url: URL, body?: string, headers: Record<string, string> = {}): Promise<Page> {
    const cookie = this.jar.headerFor(url.pathname);
    // Not `fetch`, whose streams and events take a tenth of the time of a page.
    const answer = await request(url, {
      method: method as Dispatcher.HttpMethod,
      body,
      headers: {
        accept: 'text/html',
        // Decompression would take a tenth of the time of a page. tests/screens/ and Chromium cover it.
        'accept-encoding': 'identity',
        'accept-language': this.acceptLanguage,
        ...(cookie && { cookie }),
        ...(method === 'POST' && {
          'content-type': 'application/x-www-form-urlencoded',
          ...(this.sendsOrigin && { origin: this.origin, 'sec-fetch-site': 'same-origin' }),
        }),
        ...headers,
      },
    });
    const received = new Headers(entriesOf(answer.headers));
    for (const setCookie of received.getSetCookie()) this.jar.store(setCookie, url.pathname);
    return new Page(url, answer.statusCode, received, await answer.body.text(), this.base);
  }

  urlOf(path: string): URL {
    return new URL(path.startsWith('/ofw') || path.startsWith(this.base) ? path : this.base + path, this.origin);
  }

  private submit(button: ReturnType<Page['button']>): Promise<Page> {
    const { method, action, body } = this.page.submission(button);
    if (method === 'post') return this.go('POST', action, body.toString());
    action.search = body.toString();
    return this.go('GET', action);
  }

  /** Follows redirects on our host. A redirect to another host becomes the page. */
  private async go(method: string, url: URL, body?: string, headers?: Record<string, string>): Promise<Page> {
    this.redirects = [];
    // After a restart, an open page still has the old port.
    let target = new URL(url.pathname + url.search, this.origin);
    let answer = await this.send(method, target, body, headers);
    for (let location = locationOf(answer); location !== null; location = locationOf(answer)) {
      this.redirects.push({ status: answer.status, location });
      if (this.redirects.length > MOST_REDIRECTS)
        throw new Error(`Redirected in a loop: ${JSON.stringify(this.redirects)}`);
      target = new URL(location, target);
      if (target.origin !== this.origin) break;
      answer = await this.send(answer.status < 304 ? 'GET' : method, target, answer.status < 304 ? undefined : body);
    }
    this.#page = answer;
    const { mark } = answer;
    if (Object.keys(mark).length > 0 && (answer.status < 400 || answer.status === 422))
      this.marks.set(answer.url.pathname, mark);
    this.onPage(answer);
    return answer;
  }
}

/** Returns an entry for each value of a repeated header. */
function entriesOf(headers: IncomingHttpHeaders): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
}

function locationOf(answer: Page): string | null {
  return answer.status >= 300 && answer.status < 400 ? answer.headers.get('location') : null;
}
