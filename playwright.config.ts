import { defineConfig } from '@playwright/test';
import { CHROMIUM } from './tests/support/chromium';

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
    // A trace shows every page as it was; filming it besides costs a fifth of the time of every test.
    trace: { mode: 'retain-on-failure', screenshots: false },
    // A view transition takes longer to draw than a page to load. parent.spec.ts has them.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: CHROMIUM,
  },
  // The README's pictures are taken by the same means, when they are asked for.
  projects: process.env.PICTURES
    ? [{ name: 'pictures', testDir: 'tests/pictures', testMatch: '**/*.pictures.ts' }]
    : [
        { name: 'without JavaScript', use: { javaScriptEnabled: false } },
        { name: 'with JavaScript', use: { javaScriptEnabled: true } },
      ],
});
