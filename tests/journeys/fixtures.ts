import { test as base, expect, type Page, type Request } from '@playwright/test';
import { findUnlisted, watchPaymentView } from '~tests/browser/payment-view-scripts';
import { startServer, type RunningServer } from '~tests/servers/server-under-test';
import { SCRIPT_BUDGETS } from '../screens/budgets';

interface WorkerFixtures {
  /** Starts something once for all tests of a worker that name the same key, and closes it when the worker ends. */
  oncePerWorker: <T>(key: string, start: () => Promise<T>, close: (thing: T) => Promise<unknown>) => Promise<T>;
}

interface TestFixtures {
  /** Settings added to those of the demo. Tests with the same settings share a server. */
  settings: Record<string, string>;
  server: RunningServer;
  /** Paths of the pages that requested a script. */
  scripts: Set<string>;
  /** Requests of the payment view. */
  paymentScripts: Request[];
  /** Expected console errors. */
  expectedErrors: RegExp;
}

/**
 * A browser on a server with the test's settings. A test fails on an unexpected console or page error, and on a script of the payment view
 * that the inventory lacks. Files differ only in the fixtures of a test: where those of a worker differ, Playwright starts another worker,
 * with another Chromium.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  oncePerWorker: [
    // Playwright requires a destructuring pattern here.
    async ({}, use) => {
      const started = new Map<string, Promise<unknown>>();
      const closing: (() => Promise<unknown>)[] = [];
      await use(<T>(key: string, start: () => Promise<T>, close: (thing: T) => Promise<unknown>) => {
        const running = (started.get(key) as Promise<T> | undefined) ?? start();
        if (!started.has(key)) closing.unshift(async () => close(await running));
        started.set(key, running);
        return running;
      });
      for (const close of closing) await close();
    },
    { scope: 'worker' },
  ],
  settings: [{}, { option: true }],
  server: async ({ oncePerWorker, settings }, use) => {
    const start = () => startServer({ env: settings });
    await use(await oncePerWorker(`server ${JSON.stringify(settings)}`, start, (server) => server.stop()));
  },
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
