import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Page, Request } from '@playwright/test';
import { readInventory } from '~/commands/operate/listed-scripts';

const { views, ours, theirs } = readInventory(fileURLToPath(new URL('../../..', import.meta.url)));
const allowed = theirs.map(({ address }) => new RegExp(`^${address.split('*').map(escape).join('.*')}$`));

/** Returns the scripts requested on the payment view, frames included, in order. */
export function watchPaymentView(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script' && views.includes(new URL(page.url()).pathname)) requests.push(request);
  });
  return requests;
}

/** Tests whether a URL is our file for the payment provider: its adapter, or a part of it. */
export function isProvidersScript(url: URL): boolean {
  return /^(app\/payments|braintree-web)\//.test(listingOf(url.href)?.what ?? '');
}

/** Returns the scripts missing from docs/payment-scripts.json. */
export function findUnlisted(requests: readonly Request[]): string[] {
  return requests
    .map((request) => request.url())
    .filter((url) => !listingOf(url) && !allowed.some((one) => one.test(url)));
}

/** @returns for each of our scripts whether its hash matches the inventory */
export function hashesMatch(requests: readonly Request[]): Promise<[string, boolean][]> {
  const own = requests.flatMap((request) => {
    const listing = listingOf(request.url());
    return listing ? [{ request, ...listing }] : [];
  });
  return Promise.all(
    own.map(async ({ request, what, integrity }) => {
      const body = await (await request.response())!.body();
      return [what, integrity === `sha384-${createHash('sha384').update(body).digest('base64')}`];
    }),
  );
}

function listingOf(url: string) {
  const { hostname, pathname } = new URL(url);
  // Servers under test are opened by IP address.
  return hostname === '127.0.0.1' ? ours.find(({ file }) => pathname === `/app/join/${file}`) : undefined;
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
