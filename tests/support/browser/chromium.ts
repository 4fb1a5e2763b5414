import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

/** Debian's Chromium. The first has no browser windows, which cost more than the pages. */
const DEBIAN_CHROMIUM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** Starts Debian's Chromium if installed, or else Playwright's. */
export const CHROMIUM: LaunchOptions = {
  executablePath: DEBIAN_CHROMIUM.find((path) => existsSync(path)),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Cross-Origin-Opener-Policy would start a second process for each test.
    '--disable-site-isolation-trials',
    '--renderer-process-limit=1',
  ],
};
