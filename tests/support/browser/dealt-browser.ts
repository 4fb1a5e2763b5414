import type { Page } from './plain-page';
import { PlainBrowser } from './plain-browser';

/** A browser behind a load balancer: every request goes to any of the servers. */
export class DealtBrowser extends PlainBrowser {
  /** @param origins may change: a removed server gets no more requests */
  constructor(private readonly origins: Set<string>) {
    super([...origins][0]!);
  }

  override async send(method: string, url: URL, body?: string, headers: Record<string, string> = {}): Promise<Page> {
    const origin = this.deal();
    const target = new URL(url.pathname + url.search, origin);
    try {
      return await super.send(method, target, body, method === 'POST' ? { origin, ...headers } : headers);
    } catch (error) {
      // The server died before it responded, so the person presses again.
      if (this.origins.has(origin)) throw error;
      return this.send(method, url, body, headers);
    }
  }

  private deal(): string {
    const origins = [...this.origins];
    return origins[Math.floor(Math.random() * origins.length)]!;
  }
}
