import type { Page } from './plain-page';
import { PlainBrowser } from './plain-browser';

/** Chooses the server of the next request. */
export type Deal = (origins: string[]) => string;

const atRandom: Deal = (origins) => origins[Math.floor(Math.random() * origins.length)]!;

/** Chooses the servers in turn, starting with the given one. */
export function inTurn(first = 0): Deal {
  let turn = first;
  return (origins) => origins[turn++ % origins.length]!;
}

export interface DealtOptions {
  deal?: Deal;
  acceptLanguage?: string;
  /** The origin in the address bar, if it differs from the server's. */
  publicUrl?: string;
}

/** A browser behind a load balancer: every request goes to any of the servers. */
export class DealtBrowser extends PlainBrowser {
  readonly #options: DealtOptions;

  /** @param origins of the servers. A removed one receives no more requests. */
  constructor(
    private readonly origins: Set<string>,
    options: DealtOptions = {},
  ) {
    super([...origins][0]!, options.acceptLanguage);
    this.#options = { deal: atRandom, ...options };
  }

  override async send(method: string, url: URL, body?: string, headers: Record<string, string> = {}): Promise<Page> {
    const { deal = atRandom, publicUrl } = this.#options;
    const origin = deal([...this.origins]);
    const target = new URL(url.pathname + url.search, origin);
    try {
      return await super.send(
        method,
        target,
        body,
        method === 'POST' ? { origin: publicUrl ?? origin, ...headers } : headers,
      );
    } catch (error) {
      // The server ended before it responded, so the visitor retries.
      if (this.origins.has(origin)) throw error;
      return this.send(method, url, body, headers);
    }
  }
}
