import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Page, Request } from '@playwright/test';
import { readInventory } from '~/commands/operate/listed-scripts';

const { views, ours, theirs } = readInventory(fileURLToPath(new URL('../../..', import.meta.url)));
const allowed = theirs.map(({ address }) => new RegExp(`^${address.split('*').map(escape).join('.*')}$`));

/** Returns the script requests of the payment view and its frames, in order. */
export function watchPaymentView(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script' && views.includes(new URL(page.url()).pathname)) requests.push(request);
  });
  return requests;
}

/** Returns whether a URL is one of our files for the payment provider. */
export function isProvidersScript(url: URL): boolean {
  return /^(app\/payments|braintree-web)\//.test(listingOf(url.href)?.what ?? '');
}

/** Returns whether a URL is our file of that name in the inventory. */
export function isScriptOf(what: string): (url: URL) => boolean {
  return (url) => listingOf(url.href)?.what === what;
}

/** Returns the scripts missing from docs/payment-scripts.json. */
export function findUnlisted(requests: readonly Request[]): string[] {
  return requests
    .map((request) => request.url())
    .filter((url) => !listingOf(url) && !allowed.some((one) => one.test(url)));
}

/** Compares the hashes of our scripts with the inventory. @returns each script with the result */
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
  // The servers under test have this address.
  return hostname === '127.0.0.1' ? ours.find(({ file }) => pathname === `/app/join/${file}`) : undefined;
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
