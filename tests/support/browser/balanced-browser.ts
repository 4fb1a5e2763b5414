import type { Page } from './plain-page';
import { PlainBrowser } from './plain-browser';

/** Chooses the server of the next request. */
export type ServerChoice = (origins: string[]) => string;

const atRandom: ServerChoice = (origins) => origins[Math.floor(Math.random() * origins.length)]!;

/** Chooses the servers in turn, starting with the given one. */
export function inTurn(first = 0): ServerChoice {
  let turn = first;
  return (origins) => origins[turn++ % origins.length]!;
}

export interface BalancingOptions {
  choose?: ServerChoice;
  acceptLanguage?: string;
  /** The origin in the address bar, if it differs from the server's. */
  publicUrl?: string;
}

/** A browser behind a load balancer: every request goes to any of the servers. */
export class BalancedBrowser extends PlainBrowser {
  readonly #options: BalancingOptions;

  /** @param origins of the servers. A removed one receives no more requests. */
  constructor(
    private readonly origins: Set<string>,
    options: BalancingOptions = {},
  ) {
    super([...origins][0]!, options.acceptLanguage);
    this.#options = { choose: atRandom, ...options };
  }

  override async send(method: string, url: URL, body?: string, headers: Record<string, string> = {}): Promise<Page> {
    const { choose = atRandom, publicUrl } = this.#options;
    const origin = choose([...this.origins]);
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
