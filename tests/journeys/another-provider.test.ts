import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { buildWithProvider, type BrowserBuild } from '~tests/browser/build-with-provider';
import { CHROMIUM } from '~tests/browser/chromium';
import { openToyProvider, type ToyProvider } from '~tests/fakes/toy-provider/toy-provider';
import { JOURNEY_ROUTES } from '~tests/servers/all-routes';
import { openRoutes } from '~tests/servers/serve-routes';
import { walkTo } from '~tests/walks/walk-parent';
import { submit } from './fill';
import { openAt } from './open-at';

/** A second payment provider is a folder and a row: it takes payments, and nothing that is named after another provider is touched. */
const BROWSER_HALF = fileURLToPath(new URL('../support/fakes/toy-provider/browser', import.meta.url));

let chrome: Browser;
let build: BrowserBuild;
beforeAll(async () => {
  [build, chrome] = await Promise.all([buildWithProvider('toy', BROWSER_HALF), chromium.launch(CHROMIUM)]);
});
afterAll(async () => {
  await chrome.close();
  build.remove();
});

let toy: ToyProvider;
let site: Awaited<ReturnType<typeof openRoutes>>;
beforeEach(async () => {
  toy = openToyProvider();
  site = await openRoutes(JOURNEY_ROUTES, { payments: toy, clientFolder: build.clientFolder });
});
afterEach(async () => {
  await Promise.all(chrome.contexts().map((context) => context.close()));
  await site.close();
});

const countOrders = async () => (await site.store.db.selectFrom('backend_orders').selectAll().execute()).length;

/** The payment view in a browser that runs scripts, and which of our modules it has loaded. */
async function openPaymentView() {
  const page = await chrome.newPage({ baseURL: `${site.origin}/app/join/` });
  const loaded: string[] = [];
  page.on('request', (request) => {
    const file = new URL(request.url()).pathname.replace('/app/join/', '');
    loaded.push(...(build.modules[file] ?? []));
  });
  await openAt(page, 'payment/method', parentOfMinnesota());
  return { page, loaded };
}

function pressContinue(page: Page) {
  return page.locator('main').getByRole('button', { name: 'Continue', exact: true }).click();
}

it('a card that is typed into the plain form is tokenised, charged and settled by it, and makes an order', async () => {
  const answers = parentOfMinnesota();
  await walkTo(site.browser, 'receipt', answers);
  expect(toy.transactions).toMatchObject([
    { amount: 17_955, currency: 'USD', status: 'settling', cardLastFour: '1111' },
  ]);
  expect(site.browser.page.text('.figures')).toContain('1111');
  expect(await countOrders()).toBe(1);
});

it('the payment view names it, and lets in what it needs', async () => {
  const { $, headers } = await walkTo(site.browser, 'payment/method', parentOfMinnesota());
  for (const name of ['card-fields', 'venmo']) {
    expect($(`[data-enhance="${name}"]`).attr('data-props')).toContain('"provider":"toy","clientToken":"toy-token-US"');
  }
  expect(headers.get('content-security-policy')).toContain("connect-src 'self' https://api.toy.example;");
});

it('a card is entered in its own fields, and pays; nothing of another provider is loaded', async () => {
  const { page, loaded } = await openPaymentView();
  await page.getByLabel('Name on card').fill('Ann');
  await page.getByLabel('Card number, by the toy').fill('4242424242424242');
  await page.getByLabel('Expiration date, by the toy').fill('12/30');
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
});

it('its Venmo is asked in the browser, and pays', async () => {
  const { page, loaded } = await openPaymentView();
  await page.getByRole('button', { name: 'Venmo', exact: true }).click();
  await page.waitForURL(/\/payment\/review$/);
  expect(await page.locator('.review-list').textContent()).toContain('Venmo, @toy');
  await submit(page, 'payment/review', parentOfMinnesota());
  await page.waitForURL(/\/credentials$/);
  expect(toy.transactions).toMatchObject([{ status: 'settling', paymentType: 'venmo', cardLastFour: null }]);
  expect(loaded).toContain('app/payments/toy/browser/venmo.ts');
});
