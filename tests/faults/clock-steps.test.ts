import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BUTTONS, parentOfMinnesota } from '~tests/answers/parent-answers';
import { PlainBrowser } from '~tests/browser/plain-browser';
import type { FakeBraintree } from '~tests/fakes/braintree';
import { clockAhead, startBraintreeServer, startFakeGateway } from '~tests/servers/braintree-server';
import { makeDataDir, type RunningServer } from '~tests/servers/server-under-test';
import { readPayments } from '~tests/servers/store-file';
import { walkTo } from '~tests/walks/walk-parent';

/** One machine on SQLite, whose clock changes during payments. */
const SALE = /\/transactions$/;
const TEN_MINUTES_MS = 600_000;

let dataDir: string;
let fake: FakeBraintree;
let server: RunningServer;
let browser: PlainBrowser;
beforeEach(async () => {
  dataDir = makeDataDir();
  fake = await startFakeGateway();
  await start();
  browser = new PlainBrowser(server.url);
  await walkTo(browser, 'payment/review', parentOfMinnesota());
});
afterEach(async () => {
  await server.kill();
  await fake.close();
  rmSync(dataDir, { recursive: true });
});

async function start(env: Record<string, string> = {}): Promise<void> {
  server = await startBraintreeServer(fake, { dataDir, env: { ...clockAhead(0, clockFile()), ...env } });
}

const clockFile = () => join(dataDir, 'clock');

function setClock(aheadMs: number): void {
  writeFileSync(clockFile(), String(aheadMs));
  process.kill(server.pid, 'SIGUSR2');
}

const expectSteps = (count: number) =>
  expect
    .poll(() => server.log().filter(({ msg }) => msg === "the store's clock was set").length, { timeout: 10_000 })
    .toBe(count);
const states = () => readPayments(dataDir).attempts.map(({ state }) => state);
const charges = () => fake.books.transactions.map(({ status }) => status);

async function press(): Promise<void> {
  const { action, body } = browser.page.submission(browser.page.button(BUTTONS['payment/review']));
  await browser.send('POST', action, body.toString()).catch(() => undefined);
}

it('closes no attempt and charges once if the clock is set forward during a sale', async () => {
  fake.set({ accident: 'held-before', path: SALE });
  await press();
  expect(states()).toEqual(['unknown']);
  setClock(TEN_MINUTES_MS);
  expect((await browser.open('/payment/review')).heading).toBe('We are checking your payment');
  await expectSteps(1);
  expect((await browser.reload()).heading).toBe('We are checking your payment');
  expect([states(), charges()]).toEqual([['unknown'], []]);
  fake.set();
  fake.release();
  await expect.poll(states, { timeout: 10_000 }).toEqual(['settled']);
  expect((await browser.reload()).path).toBe('/credentials');
  expect(charges()).toEqual(['submitted_for_settlement']);
});

it('does not wait for an earlier lease if the clock is set back', async () => {
  await server.stop();
  await start({ ...clockAhead(TEN_MINUTES_MS, clockFile()), BACKEND_TIMEOUT_MS: '20000' });
  browser.origin = server.url;
  await browser.open('/payment/review');
  fake.set({ accident: 'silent-after', path: SALE });
  const pressed = press();
  await expect.poll(charges, { timeout: 10_000 }).toEqual(['authorized']);
  await server.kill();
  await pressed;
  const lease = readPayments(dataDir).attempts[0]!.lease_until!;
  expect(Date.parse(lease) - Date.now()).toBeGreaterThan(TEN_MINUTES_MS);
  fake.set();
  await start();
  await expect.poll(states, { timeout: 10_000 }).toEqual(['settled']);
  browser.origin = server.url;
  await browser.open('/payment/review');
  expect((await browser.press('Pay now')).path).toBe('/credentials');
  expect(charges()).toEqual(['submitted_for_settlement']);
});

it('finds the sale at once if the clock is set back during it', async () => {
  fake.set({ accident: 'silent-after', path: SALE });
  await press();
  setClock(-TEN_MINUTES_MS);
  fake.set();
  await expect.poll(async () => (await browser.open('/payment/review')).path, { timeout: 10_000 }).toBe('/credentials');
  await expectSteps(1);
  expect([states(), charges()]).toEqual([['settled'], ['submitted_for_settlement']]);
});
