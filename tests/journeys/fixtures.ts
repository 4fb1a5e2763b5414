import { test as base, expect, type Page, type Request } from '@playwright/test';
import { findUnlisted, watchPaymentView } from '~tests/browser/payment-view-scripts';
import { startServer, type RunningServer } from '~tests/servers/server-under-test';
import { SCRIPT_BUDGETS } from '../screens/budgets';

interface WorkerFixtures {
  server: RunningServer;
}

interface TestFixtures {
  /** Paths of the pages that requested a script. */
  scripts: Set<string>;
  /** Requests of the payment view. */
  paymentScripts: Request[];
  /** Expected console errors. */
  expectedErrors: RegExp;
}

/**
 * A browser on its own server. A test fails on an unexpected console or page error, and on a script of the payment view that the
 * inventory lacks.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // Playwright requires a destructuring pattern here.
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
  page: async ({ page, expectedErrors }, use, { tags }) => {
    const errors: string[] = [];
    const opened: string[] = [];
    page.on('framenavigated', (frame) => opened.push(new URL(frame.url()).pathname.replace('/app/join', '')));
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !isExpected(message.text()) && !expectedErrors.test(message.text()))
        errors.push(message.text());
    });
    await use(page);
    expect(errors).toEqual([]);
    if (tags.includes('@plain'))
      expect(
        opened.filter((path) => path in SCRIPT_BUDGETS),
        'pages with a script',
      ).toEqual([]);
  },
});

export { expect, type Page };

/** Chromium logs each 4xx response as an error, even a 422 for a form with errors. */
function isExpected(text: string): boolean {
  return /Failed to load resource: the server responded with a status of (422|404)/.test(text);
}
