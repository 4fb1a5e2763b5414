import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore, type Store } from '~/store/open-store.server';
import { startBraintreeServer, startFakeGateway } from '~tests/servers/braintree-server';
import type { FakeBraintree } from '~tests/fakes/braintree';
import { BUTTONS, parentOfMinnesota } from '~tests/answers/parent-answers';
import { PlainBrowser, type Page } from '~tests/browser/plain-browser';
import { makeDatabase } from '~tests/servers/postgres-database';
import type { RunningServer } from '~tests/servers/server-under-test';
import { openFaultyProxy } from '~tests/fakes/faulty-proxy';
import { walkTo } from '~tests/walks/walk-parent';

const LATER_MS = 101_000;
const SALE = /\/transactions$/;

let databaseUrl: string;
let proxy: Awaited<ReturnType<typeof openFaultyProxy>>;
let fake: FakeBraintree;
let store: Store;
let servers: RunningServer[];
beforeEach(async () => {
  databaseUrl = await makeDatabase();
  proxy = await openFaultyProxy(databaseUrl);
  fake = await startFakeGateway();
  store = await openStore({ dataDir: 'unused', databaseUrl, poolSize: 1 });
  servers = [];
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  await proxy.close();
  await fake.close();
  await store.close();
});

async function start(url: string, env: Record<string, string> = {}): Promise<RunningServer> {
  const server = await startBraintreeServer(fake, { env: { DATABASE_URL: url, ...env } });
  servers.push(server);
  return server;
}

function press(browser: PlainBrowser): Promise<Page | 'cut off'> {
  const { action, body } = browser.page.submission(browser.page.button(BUTTONS['payment/review']));
  return browser.send('POST', action, body.toString()).catch(() => 'cut off' as const);
}

/** Makes every attempt older than the provider acts on, and expires its lease. */
async function age(): Promise<void> {
  const rows = await store.db.selectFrom('backend_payment_attempts').select(['order_id', 'created_at']).execute();
  for (const { order_id, created_at } of rows) {
    const earlier = new Date(Date.parse(created_at) - LATER_MS).toISOString();
    await store.db
      .updateTable('backend_payment_attempts')
      .set({ created_at: earlier, lease_until: earlier })
      .where('order_id', '=', order_id)
      .execute();
  }
}

const states = async () =>
  (await store.db.selectFrom('backend_payment_attempts').select('state').execute()).map(({ state }) => state);
const count = async (table: 'backend_orders') =>
  (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(store.db)).rows[0]!.n;
const countReceipts = async () =>
  (await sql<{ n: number }>`select count(*) as n from backend_mails where kind = 'receipt'`.execute(store.db)).rows[0]!
    .n;
const charges = () => fake.books.transactions.map(({ status }) => status);

it.each(['cut', 'silence'] as const)(
  'shows an error page if the store is lost between the call and its record (%s), and finds the payment afterwards',
  { timeout: 60_000 },
  async (trouble) => {
    const { url } = await start(proxy.url, { BACKEND_TIMEOUT_MS: '20000' });
    const browser = new PlainBrowser(url);
    await walkTo(browser, 'payment/review', parentOfMinnesota());
    fake.set({ accident: 'held', path: SALE });
    const pressed = press(browser);
    await expect.poll(fake.countHeld, { timeout: 15_000 }).toBe(1);
    proxy[trouble]();
    fake.release();
    fake.set();
    expect(await pressed).toMatchObject({ status: 500, heading: 'An error has occurred' });
    proxy.recover();
    expect([charges(), await states()]).toEqual([['authorized'], ['started']]);

    expect((await browser.open('/payment/review')).heading).toBe('Review and pay');
    expect((await browser.press('Pay now')).heading).toBe('We are checking your payment');
    await age();
    expect((await browser.waitForRefresh()).path).toBe('/credentials');
    expect([charges(), await states()]).toEqual([['submitted_for_settlement'], ['settled']]);
    expect([await count('backend_orders'), await countReceipts()]).toEqual([1, 1]);
  },
);

it('settles payments once in two processes that start concurrently after a kill', { timeout: 60_000 }, async () => {
  const victim = await start(databaseUrl, { BACKEND_TIMEOUT_MS: '20000' });
  const browsers = Array.from({ length: 4 }, () => new PlainBrowser(victim.url));
  for (const browser of browsers) await walkTo(browser, 'payment/review', parentOfMinnesota());
  fake.set({ accident: 'silent-after', path: SALE });
  const presses = browsers.map(press);
  await expect.poll(() => charges().length, { timeout: 15_000 }).toBe(4);
  await victim.kill();
  expect(await Promise.all(presses)).toEqual(Array(4).fill('cut off'));
  fake.set();
  await age();

  const [one] = await Promise.all([start(databaseUrl), start(databaseUrl)]);
  await expect.poll(states, { timeout: 15_000 }).toEqual(Array(4).fill('settled'));
  expect(charges()).toEqual(Array(4).fill('submitted_for_settlement'));
  expect([await count('backend_orders'), await countReceipts()]).toEqual([4, 4]);
  const settlements = fake.requests.filter(({ path }) => /submit_for_settlement$/.test(path)).map(({ path }) => path);
  expect(settlements).toHaveLength(new Set(settlements).size);
  for (const browser of browsers) {
    browser.origin = one.url;
    await browser.open('/payment/review');
    expect((await browser.press('Pay now')).path).toBe('/credentials');
  }
  expect(charges()).toHaveLength(4);
});
