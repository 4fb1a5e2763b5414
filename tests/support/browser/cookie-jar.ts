interface KeptCookie {
  value: string;
  path: string;
  attributes: string;
}

/** Keeps cookies as a browser does (RFC 6265), for one host. */
export class CookieJar {
  readonly #cookies = new Map<string, KeptCookie>();

  /** @param setCookie a `Set-Cookie` header */
  store(setCookie: string): void {
    const [pair = '', ...attributes] = setCookie.split(';').map((part) => part.trim());
    const name = pair.slice(0, pair.indexOf('='));
    const attribute = (key: string) =>
      attributes.find((part) => part.toLowerCase().startsWith(`${key}=`))?.slice(key.length + 1);
    const isGone = attribute('max-age') === '0' || Date.parse(attribute('expires') ?? '') < Date.now();
    if (isGone) this.#cookies.delete(name);
    else {
      const value = pair.slice(pair.indexOf('=') + 1);
      this.#cookies.set(name, { value, path: attribute('path') ?? '/', attributes: attributes.join('; ') });
    }
  }

  headerFor(path: string): string | undefined {
    const sent = [...this.#cookies].filter(
      ([, cookie]) => path === cookie.path || path.startsWith(cookie.path.replace(/\/?$/, '/')),
    );
    return sent.length > 0 ? sent.map(([name, { value }]) => `${name}=${value}`).join('; ') : undefined;
  }

  has(name: string): boolean {
    return this.#cookies.has(name);
  }

  get(name: string): KeptCookie | undefined {
    return this.#cookies.get(name);
  }

  set(name: string, value: string): void {
    this.#cookies.set(name, { value, path: '/app/join', attributes: '' });
  }

  forget(name: string): void {
    this.#cookies.delete(name);
  }

  list(): { name: string; value: string; path: string }[] {
    return [...this.#cookies].map(([name, { value, path }]) => ({ name, value, path }));
  }

  /** A copy: another tab that was opened earlier. */
  copy(): CookieJar {
    const jar = new CookieJar();
    for (const [name, cookie] of this.#cookies) jar.#cookies.set(name, cookie);
    return jar;
  }
}
