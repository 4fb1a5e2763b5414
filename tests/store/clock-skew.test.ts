import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStore, type Store } from '~/store/open-store.server';
import { BUTTONS, CARDS, parentOfMinnesota } from '~tests/answers/parent-answers';
import { PlainBrowser } from '~tests/browser/plain-browser';
import type { FakeBraintree } from '~tests/fakes/braintree';
import { printMeasurements } from '~tests/fakes/faults';
import { clockAhead, startBraintreeServer, startFakeGateway } from '~tests/servers/braintree-server';
import { makeDatabase } from '~tests/servers/postgres-database';
import type { RunningServer } from '~tests/servers/server-under-test';
import { walkTo } from '~tests/walks/walk-parent';

const SALE = /\/transactions$/;
const SEARCH = /advanced_search_ids$/;
const MINUTES = 60_000;
/** Clock offsets of the three replicas. */
const AHEAD_MS = [0, 10 * MINUTES, -10 * MINUTES];

let databaseUrl: string;
let fake: FakeBraintree;
let store: Store;
/** A replica for each offset. The last test kills one. */
let replicas: RunningServer[];
const servers: RunningServer[] = [];
/** What earlier tests left in the store. */
let earlier: { orders: number; payments: string[] };
beforeAll(async () => {
  databaseUrl = await makeDatabase();
  fake = await startFakeGateway();
  store = await openStore({ dataDir: 'unused', databaseUrl, poolSize: 1 });
  replicas = await Promise.all(AHEAD_MS.map(start));
});
beforeEach(async () => {
  fake.set();
  fake.books.transactions.length = 0;
  earlier = { orders: await countAllOrders(), payments: (await attempts()).map(({ order_id }) => order_id) };
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  await fake.close();
  await store.close();
});

async function start(aheadMs: number): Promise<RunningServer> {
  const server = await startBraintreeServer(fake, { env: { DATABASE_URL: databaseUrl, ...clockAhead(aheadMs) } });
  servers.push(server);
  return server;
}

const attempts = () => store.db.selectFrom('backend_payment_attempts').select(['state', 'order_id']).execute();
const states = async () =>
  (await attempts()).flatMap(({ order_id, state }) => (earlier.payments.includes(order_id) ? [] : [state])).sort();
const charges = () => fake.books.transactions.map(({ status }) => status);
const countSearches = () => fake.requests.filter(({ path }) => SEARCH.test(path)).length;
const countAllOrders = async () => (await store.db.selectFrom('backend_orders').select('id').execute()).length;
const countOrders = async () => (await countAllOrders()) - earlier.orders;

async function pressPayNow(browser: PlainBrowser): Promise<void> {
  const { action, body } = browser.page.submission(browser.page.button(BUTTONS['payment/review']));
  await browser.send('POST', action, body.toString());
}

it('measures a clock that differs from the store’s, and logs a warning once', { timeout: 60_000 }, async () => {
  const [right, ahead] = replicas;
  const line = await ahead!.findLogLine(({ msg }) => msg === "this machine's clock differs from the store's");
  expect(line).toMatchObject({ level: 40 });
  expect(Math.round(Number(line.seconds) / 10)).toBe(60);
  const offsetOf = async (server: RunningServer) =>
    Number(/^joinery_clock_offset_seconds (.+)$/m.exec(await server.readMetrics())?.[1]);
  await expect.poll(async () => Math.round((await offsetOf(ahead!)) / 10)).toBe(60);
  expect(Math.abs(await offsetOf(right!))).toBeLessThan(2);
  const warned = [right!, ahead!].map((server) => server.log().filter(({ msg }) => msg === line.msg).length);
  expect(warned).toEqual([0, 1]);
});

it(
  'accepts another card on a replica that is behind after a decline on one that is ahead',
  { timeout: 120_000 },
  async () => {
    const [, ahead, behind] = replicas;
    const browser = new PlainBrowser(ahead!.url);
    await walkTo(browser, 'payment/review', parentOfMinnesota());
    fake.set({ decline: '2000' });
    expect((await browser.press('Pay now')).errors).toEqual(['Payment method declined']);
    fake.set();
    browser.origin = behind!.url;
    await browser.open('/payment/method');
    browser.fill({ ...parentOfMinnesota()['payment/method'], ...CARDS.approvedMastercard });
    await browser.press('Continue');
    expect((await browser.press('Pay now')).path).toBe('/credentials');
    expect(charges()).toEqual(['processor_declined', 'submitted_for_settlement']);
  },
);

it(
  'closes no sale in progress and charges nothing twice on replicas ten minutes ahead and behind',
  {
    timeout: 180_000,
  },
  async () => {
    const browsers = replicas.map(({ url }) => new PlainBrowser(url));
    for (const browser of browsers) await walkTo(browser, 'payment/review', parentOfMinnesota());

    // The gateway is slow, so no visitor has a response yet, and it has charged nothing.
    fake.set({ accident: 'held-before', path: SALE });
    await Promise.all(browsers.map(pressPayNow));
    await expect.poll(states).toEqual(Array(3).fill('unknown'));
    expect(charges()).toEqual([]);

    // Each visitor uses each replica, and the recovery of each replica looks up all payments.
    for (const { url } of replicas) {
      for (const browser of browsers) {
        browser.origin = url;
        expect((await browser.open('/payment/review')).heading).toBe('We are checking your payment');
        expect((await browser.open('/payment/method')).heading).toBe('We are checking your payment');
      }
    }
    for (const aheadMs of AHEAD_MS) {
      const searched = countSearches();
      await start(aheadMs);
      await expect.poll(countSearches, { timeout: 15_000 }).toBeGreaterThanOrEqual(searched + browsers.length);
    }
    await expect.poll(states).toEqual(Array(3).fill('unknown'));

    fake.set();
    fake.release();
    // The calling processes receive the responses. On a busy machine they may have disconnected, and the next recovery finds the sales.
    await expect.poll(states, { timeout: 90_000 }).toEqual(Array(3).fill('settled'));
    for (const browser of browsers) expect((await browser.open('/payment/review')).path).toBe('/credentials');
    expect(charges()).toEqual(Array(3).fill('submitted_for_settlement'));
    expect(new Set(fake.books.transactions.map(({ orderId }) => orderId)).size).toBe(3);
    expect(await countOrders()).toBe(3);
    const closed = await store.db
      .selectFrom('backend_payment_history')
      .select('reason')
      .where('to_state', '=', 'voided')
      .execute();
    expect(closed).toEqual([]);
  },
);

it('charges each visitor once if clocks differ and a replica is killed', { timeout: 240_000 }, async () => {
  const browsers = [...replicas, ...replicas].map(({ url }) => new PlainBrowser(url));
  for (const browser of browsers) await walkTo(browser, 'payment/review', parentOfMinnesota());
  // Every second sale loses its response. The gateway holds the others before it charges.
  for (const [at, browser] of browsers.entries()) {
    fake.set({ accident: at % 2 === 0 ? 'silent-after' : 'held-before', path: SALE });
    await pressPayNow(browser);
  }
  await expect.poll(states).toEqual(Array(6).fill('unknown'));
  await replicas[1]!.kill();
  fake.set();
  fake.release();
  const [survivor] = replicas;
  for (const browser of browsers) browser.origin = survivor!.url;
  // The gateway had received the sales of the killed process, so it charges them when released.
  await expect.poll(() => charges().length, { timeout: 15_000 }).toBe(6);
  for (const browser of browsers) {
    await expect
      .poll(async () => (await browser.open('/payment/review')).path, { timeout: 15_000 })
      .toBe('/credentials');
  }
  await expect.poll(states, { timeout: 15_000 }).toEqual(Array(6).fill('settled'));
  expect(charges()).toEqual(Array(6).fill('submitted_for_settlement'));
  expect(await countOrders()).toBe(6);
  printMeasurements('clocks ten minutes off', { visitors: browsers.length, kills: 1, discrepancies: 0 });
});
