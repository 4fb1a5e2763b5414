import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { CHROMIUM } from '~tests/browser/chromium';
import { openToyProvider, type ToyProvider } from '~tests/fakes/toy-provider/toy-provider';
import { openSite, type Site } from '~tests/servers/site';
import { walkTo } from '~tests/walks/walk-parent';
import { submit } from './fill';
import { openAt } from './open-at';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { build as buildWithVite, type Rollup } from 'vite';
import { preactInTheBrowser } from '../../vite/preact-in-the-browser';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

interface BrowserBuild {
  clientFolder: string;
  /** Source paths in the working copy, by the path of the built file below `/app/join/`. */
  modules: Readonly<Record<string, readonly string[]>>;
  remove(): void;
}

/**
 * Builds the browser scripts with one more payment provider, in a copy of `app`.
 * @param name of the provider's folder in `app/payments`
 * @param browserCode the folder with its browser code
 */
async function buildWithProvider(name: string, browserCode: string): Promise<BrowserBuild> {
  const folder = mkdtempSync(join(tmpdir(), 'joinery-build-'));
  const app = join(folder, 'app');
  const clientFolder = join(folder, 'client');
  for (const part of ['components', 'domain', 'enhance', 'payments', 'entry.client.tsx']) {
    cpSync(join(ROOT, 'app', part), join(app, part), { recursive: true });
  }
  cpSync(browserCode, join(app, 'payments', name, 'browser'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const built = await buildWithVite({
    configFile: false,
    root: folder,
    publicDir: join(ROOT, 'public'),
    base: '/app/join/',
    logLevel: 'silent',
    resolve: { alias: { '~': app } },
    esbuild: { jsx: 'automatic' },
    plugins: [preactInTheBrowser],
    build: {
      outDir: clientFolder,
      rollupOptions: {
        input: join(app, 'entry.client.tsx'),
        // Only a development server serves these modules.
        external: /^virtual:/,
        output: { entryFileNames: 'assets/entry.client.js' },
      },
    },
  });
  const { output } = built as Rollup.RollupOutput;
  return {
    clientFolder,
    modules: Object.fromEntries(
      output.flatMap((file) =>
        file.type === 'chunk' ? [[file.fileName, file.moduleIds.map((id) => relative(folder, id))]] : [],
      ),
    ),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** A second payment provider needs only a folder and a row, and no change to the code of the first one. */
const BROWSER_CODE = fileURLToPath(new URL('../support/fakes/toy-provider/browser', import.meta.url));

let chrome: Browser;
let build: BrowserBuild;
beforeAll(async () => {
  [build, chrome] = await Promise.all([buildWithProvider('toy', BROWSER_CODE), chromium.launch(CHROMIUM)]);
});
afterAll(async () => {
  await chrome.close();
  build.remove();
});

let toy: ToyProvider;
let site: Site;
beforeEach(async () => {
  toy = openToyProvider();
  site = await openSite({ payments: toy, clientFolder: build.clientFolder });
});
afterEach(async () => {
  await Promise.all(chrome.contexts().map((context) => context.close()));
  await site.close();
});

const countOrders = async () => (await site.store.db.selectFrom('backend_orders').selectAll().execute()).length;

/** Opens the payment view in a browser with scripts. Records loaded modules and errors. */
async function openPaymentView(prepare: (page: Page) => Promise<unknown> = async () => undefined) {
  const page = await chrome.newPage({ baseURL: `${site.origin}/app/join/` });
  const loaded: string[] = [];
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await prepare(page);
  page.on('request', (request) => {
    const file = new URL(request.url()).pathname.replace('/app/join/', '');
    loaded.push(...(build.modules[file] ?? []));
  });
  await openAt(page, 'payment/method', parentOfMinnesota());
  return { page, loaded, errors };
}

function pressContinue(page: Page) {
  return page.locator('main').getByRole('button', { name: 'Continue', exact: true }).click();
}

it('tokenises, charges and settles a card typed into the plain form, and creates an order', async () => {
  const answers = parentOfMinnesota();
  await walkTo(site.browser, 'receipt', answers);
  expect(toy.transactions).toMatchObject([
    { amount: 17_955, currency: 'USD', status: 'settling', cardLastFour: '1111' },
  ]);
  expect(site.browser.page.text('.figures')).toContain('1111');
  expect(await countOrders()).toBe(1);
});

it('passes the provider’s client token to the payment view, and allows its hosts in the CSP', async () => {
  const { $, headers } = await walkTo(site.browser, 'payment/method', parentOfMinnesota());
  for (const name of ['card-fields', 'venmo']) {
    expect($(`[data-enhance="${name}"]`).attr('data-props')).toContain('"provider":"toy","clientToken":"toy-token-US"');
  }
  expect(headers.get('content-security-policy')).toContain("connect-src 'self' https://api.toy.example;");
});

it('pays with a card in the provider’s fields, and loads no other provider', async () => {
  const { page, loaded, errors } = await openPaymentView();
  await page.getByLabel('Name on card').fill('Ann');
  await page.getByLabel('Card number, by the toy').fill('4242424242424242');
  await page.getByLabel('Expiration, by the toy').fill('12/30');
  await pressContinue(page);
  await page.locator('.error-summary').getByRole('link', { name: 'Enter a valid security code' }).click();
  await page.keyboard.type('123');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/payment\/review$/);
  expect(await page.locator('.review-list').textContent()).toContain('Visa ending in 4242');
  await submit(page, 'payment/review', parentOfMinnesota());
  await page.waitForURL(/\/credentials$/);
  expect(toy.transactions).toMatchObject([{ status: 'settling', paymentType: 'creditCard', cardLastFour: '4242' }]);
  expect(await countOrders()).toBe(1);
  expect(loaded).toContain('app/payments/toy/browser/card-fields.ts');
  expect(loaded.filter((module) => module.includes('braintree'))).toEqual([]);
  expect(errors).toEqual([]);
});

it('ignores a plain-card script that loads after the provider’s fields', async () => {
  const { page, errors } = await openPaymentView((opened) =>
    opened.route('**/card-typing-*.js', async (route) => {
      await opened.getByLabel('Card number, by the toy').waitFor();
      await route.continue();
    }),
  );
  await page.waitForLoadState('networkidle');
  expect(errors).toEqual([]);
});

it('runs the other enhancements if one throws', async () => {
  const { page, errors } = await openPaymentView(async (opened) => {
    await opened.addInitScript(() =>
      addEventListener('DOMContentLoaded', () => {
        const typing = document.querySelector<HTMLElement>('[data-enhance=card-typing]');
        if (typing) typing.dataset.props = '{"ids":{}}';
      }),
    );
    const thrown = opened.waitForEvent('pageerror');
    await opened.route('**/card-fields-*.js', async (route) => {
      await thrown;
      await route.continue();
    });
  });
  await page.getByLabel('Card number, by the toy').fill('4242424242424242');
  await pressContinue(page);
  await page.locator('.error-summary').getByRole('link', { name: 'Enter a valid security code' }).waitFor();
  expect(errors).toEqual(['The page has no #undefined']);
});

it('approves the provider’s Venmo in the browser, and pays', async () => {
  const { page, loaded } = await openPaymentView();
  await page.getByRole('button', { name: 'Venmo', exact: true }).click();
  await page.waitForURL(/\/payment\/review$/);
  expect(await page.locator('.review-list').textContent()).toContain('Venmo, @toy');
  await submit(page, 'payment/review', parentOfMinnesota());
  await page.waitForURL(/\/credentials$/);
  expect(toy.transactions).toMatchObject([{ status: 'settling', paymentType: 'venmo', cardLastFour: null }]);
  expect(loaded).toContain('app/payments/toy/browser/venmo.ts');
});
