import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { CHROMIUM } from './tests/support/browser/chromium';
import { keepTemporaryFilesInMemory } from './tests/support/runs/memory-folder';

keepTemporaryFilesInMemory();

/** On a server with Braintree. A worker has one server at a time, so they run one after the other. */
const BRAINTREE_TESTS = ['**/{hosted-fields,no-plain-card,three-d-secure,venmo-of-braintree}.spec.ts'];

/**
 * Even a skipped test starts a browser, so tests of scripts are excluded without JavaScript, as are those with the tag `@script`. Tests with
 * `@plain` open only pages without a script, which are the same pages with JavaScript, and those with `@off` check what no script changes.
 */
const SCRIPT_TESTS = ['**/*-script.spec.ts', ...BRAINTREE_TESTS];

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '**/*.spec.ts',
  globalSetup: './tests/support/servers/build.global-setup.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  // `npm test` gives it one, next to Vitest.
  workers: 2,
  forbidOnly: process.env.CI === 'true',
  // Reported as flaky if the second run passes: the machine may be busy.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list'], ['./tests/support/closing-line-reporter.ts']],
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    // Set TRACE=on to debug a failure. A trace costs a tenth of each test's time, and passing tests take screenshots too.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: process.env.TRACE ? 'only-on-failure' : 'off',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: CHROMIUM,
  },
  // Pictures for the README.
  projects: process.env.PICTURES
    ? [
        {
          name: 'pictures',
          testDir: 'tests/pictures',
          testMatch: '**/*.pictures.ts',
          use: {
            launchOptions: {
              ...CHROMIUM,
              env: {
                ...process.env,
                FONTCONFIG_FILE: fileURLToPath(new URL('tests/pictures/fonts.conf', import.meta.url)),
              },
            },
          },
        },
      ]
    : [
        {
          name: 'without JavaScript',
          testIgnore: SCRIPT_TESTS,
          grepInvert: /@script/,
          use: { javaScriptEnabled: false },
        },
        {
          name: 'with JavaScript',
          testIgnore: BRAINTREE_TESTS,
          grepInvert: /@(plain|off)/,
          use: { javaScriptEnabled: true },
        },
        { name: 'with Braintree', testMatch: BRAINTREE_TESTS, use: { javaScriptEnabled: true } },
      ],
});
