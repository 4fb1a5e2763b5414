import { accessSync, constants } from 'node:fs';
import type { Browser } from './browser';
import { Chromium } from './graphical/chromium';
import { GraphicalBrowser } from './graphical/graphical-browser';
import { Marionette } from './graphical/marionette';
import { WebKit } from './graphical/webkit';
import { Lynx } from './text/lynx';
import { W3m } from './text/w3m';

interface Installation {
  name: string;
  /** Required programs, with their Debian packages. */
  executables: string[];
  packages: string;
  /** Opens a page in a fresh browser. */
  open(url: string): Promise<Browser>;
}

const FIREFOX = '/usr/bin/firefox-esr';
const CHROMIUM = '/usr/bin/chromium';
const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';

const firefox = { executables: [FIREFOX], packages: 'firefox-esr' };
const chromium = { executables: [CHROMIUM], packages: 'chromium' };
const webkit = {
  executables: [MINI_BROWSER, '/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'],
  packages: 'webkit2gtk-driver xvfb',
};

/** Every browser that the journeys run in, as installed by Debian. */
const BROWSERS: readonly Installation[] = [
  {
    name: 'Firefox',
    ...firefox,
    open: async (url) => opened(new GraphicalBrowser(await Marionette.start(FIREFOX, {}), true), url),
  },
  {
    name: 'Firefox without JavaScript',
    ...firefox,
    open: async (url) =>
      opened(new GraphicalBrowser(await Marionette.start(FIREFOX, { 'javascript.enabled': false }), false), url),
  },
  {
    name: 'WebKitGTK',
    ...webkit,
    open: async (url) => opened(new GraphicalBrowser(await WebKit.start(MINI_BROWSER, []), true), url),
  },
  {
    name: 'WebKitGTK without JavaScript',
    ...webkit,
    open: async (url) =>
      opened(new GraphicalBrowser(await WebKit.start(MINI_BROWSER, ['--enable-javascript=false']), false), url),
  },
  { name: 'Chromium', ...chromium, open: async (url) => opened(await Chromium.start(CHROMIUM, true), url) },
  {
    name: 'Chromium without JavaScript',
    ...chromium,
    open: async (url) => opened(await Chromium.start(CHROMIUM, false), url),
  },
  {
    name: 'Lynx',
    executables: ['/usr/bin/lynx', '/usr/bin/tmux'],
    packages: 'lynx tmux',
    open: (url) => Lynx.open(url),
  },
  { name: 'w3m', executables: ['/usr/bin/w3m', '/usr/bin/tmux'], packages: 'w3m tmux', open: (url) => W3m.open(url) },
];

/** `BROWSERS=lynx,w3m` selects some; default all. */
export function chosenBrowsers(): readonly Installation[] {
  const names = (process.env.BROWSERS ?? '').toLowerCase().split(',').filter(Boolean);
  if (names.length === 0) return BROWSERS;
  const chosen = BROWSERS.filter(({ name }) => names.some((wanted) => name.toLowerCase().startsWith(wanted)));
  if (chosen.length === 0) throw new Error(`BROWSERS=${process.env.BROWSERS} names no known browser`);
  return chosen;
}

/** Returns the missing programs, or undefined. */
export function findLack({ name, executables, packages }: Installation): string | undefined {
  const missing = executables.filter((file) => !isExecutable(file));
  if (missing.length === 0) return undefined;
  return `${name} was not tested: this machine has no ${missing.join(', ')}. Install it (apt-get install ${packages}), or list the browsers to test in BROWSERS.`;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function opened(browser: Chromium | GraphicalBrowser, url: string): Promise<Browser> {
  await browser.open(url);
  return browser;
}
