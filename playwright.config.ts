import { defineConfig } from '@playwright/test';
import { CHROMIUM } from './tests/support/browser/chromium';

/** What a script does. A test that is skipped costs a browser and a page all the same, so these are not even begun without JavaScript. */
const OF_SCRIPTS = ['**/*-script.spec.ts', '**/{hosted-fields,three-d-secure,venmo-of-braintree}.spec.ts'];

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env.CI === 'true',
  reporter: [['list'], ['./tests/support/closing-line-reporter.ts']],
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    // A trace shows every page as it was, and costs a tenth of the time of every test: TRACE=on where something fails.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // A view transition takes longer to draw than a page to load. parent.spec.ts has them.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: CHROMIUM,
  },
  // The README's pictures are taken by the same means, when they are asked for.
  projects: process.env.PICTURES
    ? [{ name: 'pictures', testDir: 'tests/pictures', testMatch: '**/*.pictures.ts' }]
    : [
        { name: 'without JavaScript', testIgnore: OF_SCRIPTS, use: { javaScriptEnabled: false } },
        { name: 'with JavaScript', use: { javaScriptEnabled: true } },
      ],
});
