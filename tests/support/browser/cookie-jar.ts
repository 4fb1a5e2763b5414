import { Cookie, CookieJar as ToughJar } from 'tough-cookie';

/** Every test server is on this host, and cookies ignore ports. */
const HOST = 'http://127.0.0.1';

/** Keeps cookies as a browser does (RFC 6265), for one host. */
export class CookieJar {
  readonly #jar: ToughJar;

  constructor(jar = new ToughJar()) {
    this.#jar = jar;
  }

  /** @param setCookie a `Set-Cookie` header of the response for the path */
  store(setCookie: string, path = '/'): void {
    this.#jar.setCookieSync(setCookie, HOST + path);
  }

  headerFor(path: string): string | undefined {
    return this.#jar.getCookieStringSync(HOST + path) || undefined;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  get(name: string): Cookie | undefined {
    return this.list().find(({ key }) => key === name);
  }

  /** Stores any value, even one that our servers would not send. */
  set(name: string, value: string): void {
    this.#jar.setCookieSync(new Cookie({ key: name, value, path: '/app/join' }), HOST);
  }

  forget(name: string): void {
    this.store(`${name}=; Path=${this.get(name)?.path ?? '/'}; Max-Age=0`);
  }

  list(): Cookie[] {
    return this.#jar.getCookiesSync(HOST, { allPaths: true });
  }

  /** Returns a copy that later cookies do not change. */
  copy(): CookieJar {
    return new CookieJar(this.#jar.cloneSync());
  }
}
