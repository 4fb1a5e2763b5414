import { test as base, expect, type Page, type Request } from '@playwright/test';
import { findUnlisted, watchPaymentView } from '~tests/browser/payment-view-scripts';
import { startServer, type RunningServer } from '~tests/servers/server-under-test';

interface WorkerFixtures {
  server: RunningServer;
}

interface TestFixtures {
  /** Every page that the browser asked for a script on, by its path. */
  scripts: Set<string>;
  /** What the browser asked for on the payment view. */
  paymentScripts: Request[];
  /** Console errors that belong to what a test brings about. */
  expectedErrors: RegExp;
}

/**
 * A browser on a server of its own. An unexpected console error or page error fails the test that caused it, and so does a script on the
 * payment view that its inventory does not hold.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // Playwright wants the first argument to be a pattern.
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(`${server.url}/app/join/`),
  scripts: async ({ page }, use) => {
    const scripts = new Set<string>();
    page.on('request', (request: Request) => {
      if (request.resourceType() === 'script') scripts.add(new URL(request.frame().url()).pathname);
    });
    await use(scripts);
  },
  paymentScripts: [
    async ({ page }, use) => {
      const requests = watchPaymentView(page);
      await use(requests);
      expect(findUnlisted(requests), 'not in docs/payment-scripts.json').toEqual([]);
    },
    { auto: true },
  ],
  expectedErrors: [/^$/, { option: true }],
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !isExpected(message.text()) && !expectedErrors.test(message.text()))
        errors.push(message.text());
    });
    await use(page);
    expect(errors).toEqual([]);
  },
});

export { expect, type Page };

/** Chromium reports every answer of 400 and above as a console error; 422 is how a form says what is wrong. */
function isExpected(text: string): boolean {
  return /Failed to load resource: the server responded with a status of (422|404)/.test(text);
}
