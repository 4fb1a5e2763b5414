import { rmSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startBraintreeServer, startFakeGateway } from '~tests/servers/braintree-server';
import type { FakeBraintree, FakeScenario } from '~tests/fakes/braintree';
import { BUTTONS, CARDS, parentOfMinnesota, type ParentAnswers } from '~tests/answers/parent-answers';
import { PlainBrowser, type Page } from '~tests/browser/plain-browser';
import { makeDataDir, type RunningServer } from '~tests/servers/server-under-test';
import { ageAttempts, lockStore, readPayments, readPaymentsSince, type Payments } from '~tests/servers/store-file';
import { submitStep, walkTo } from '~tests/walks/walk-parent';

/** Kills the process at every point of a payment and restarts it on the same folder. */
const SALE = /\/transactions$/;
const SETTLEMENT = /submit_for_settlement$/;
/** Longer than a lease, and longer than Braintree may act on a request. */
const LATER_MS = 101_000;

const dataDir = makeDataDir();
let fake: FakeBraintree;
/** Each test uses the process that the previous test restarted. */
let server: RunningServer;
let before: Payments;
let browser: PlainBrowser;
let answers: ParentAnswers;
/** A person at Review for each test, because a process that has just started serves a walk slowly. */
const people: { browser: PlainBrowser; answers: ParentAnswers }[] = [];
const TESTS = 10;
beforeAll(async () => {
  fake = await startFakeGateway();
  server = await start();
  while (people.length < TESTS) {
    const person = { browser: new PlainBrowser(server.url), answers: parentOfMinnesota() };
    await walkTo(person.browser, 'payment/review', person.answers);
    people.push(person);
  }
});
beforeEach(async () => {
  fake.requests.length = 0;
  fake.books.transactions.length = 0;
  before = readPayments(dataDir);
  ({ browser, answers } = people.pop()!);
  browser.origin = server.url;
  await browser.open('/payment/review');
});
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  fake.set();
  await server.kill();
  server = await start();
});
afterAll(async () => {
  await server.kill();
  await fake.close();
  rmSync(dataDir, { recursive: true });
});

/** By default, the process waits for the provider until it is killed. */
function start(timeoutMs = 20_000): Promise<RunningServer> {
  return startBraintreeServer(fake, { dataDir, env: { BACKEND_TIMEOUT_MS: String(timeoutMs) } });
}

/** Presses Pay now without awaiting it. @returns the pending response */
function press(): Promise<Page | 'cut off'> {
  const { action, body } = browser.page.submission(browser.page.button(BUTTONS['payment/review']));
  return browser.send('POST', action, body.toString()).catch(() => 'cut off' as const);
}

const countRequests = (path: RegExp) => fake.requests.filter((request) => path.test(request.path)).length;

/** Presses Pay now, and kills the process once the provider receives this call. */
async function killAt(scenario: FakeScenario & { path: RegExp }): Promise<void> {
  fake.set(scenario);
  const pressed = press();
  await expect.poll(() => countRequests(scenario.path), { timeout: 15_000 }).toBe(1);
  await server.kill();
  expect(await pressed).toBe('cut off');
  fake.set();
}

async function restart(): Promise<void> {
  server = await start();
  browser.origin = server.url;
}

const charges = () => fake.books.transactions.map(({ status }) => status);
const stored = () => {
  const { orders, receipts, accounts, attempts } = readPaymentsSince(dataDir, before);
  return { orders, receipts, accounts, states: attempts.map(({ state }) => state) };
};

/** Expects one settled payment with one order. Recovery runs while pages are served. */
async function expectOnePayment(): Promise<void> {
  await expect.poll(charges).toEqual(['submitted_for_settlement']);
  await expect.poll(stored).toEqual({ orders: 1, receipts: 1, accounts: 1, states: ['settled'] });
  expect(browser.page.path).toBe('/credentials');
  await submitStep(browser, 'credentials', answers);
  expect((await browser.waitForRefresh()).figure('Amount paid')).toBe('$179.55');
  expect(countRequests(SALE)).toBe(1);
}

/** Expects the review first, and after Pay now the page that checks the payment, also in place of other steps. */
async function expectChecking(): Promise<void> {
  expect((await browser.open('/payment/review')).heading).toBe('Review and pay');
  const page = await browser.press('Pay now');
  expect([page.path, page.heading]).toEqual(['/payment/review', 'We are checking your payment']);
  expect(page.text('main')).toContain('You will not be charged twice.');
  for (const path of ['/step1', '/step3', '/payment/method']) {
    expect((await browser.open(path)).heading).toBe('We are checking your payment');
  }
}

describe('a killed process', () => {
  it('charges nothing if killed before the charge, and accepts another card', async () => {
    await killAt({ accident: 'silent-before', path: SALE });
    expect(stored()).toMatchObject({ orders: 0, states: ['started'] });
    await restart();
    await expectChecking();
    ageAttempts(dataDir, LATER_MS);
    const page = await browser.waitForRefresh();
    expect([page.path, page.errors]).toEqual(['/payment/method', ['Unexpected error']]);
    expect(charges()).toEqual([]);
    browser.fill({ ...answers['payment/method'], ...CARDS.approvedMastercard });
    await browser.press('Continue');
    expect((await browser.press('Pay now')).path).toBe('/credentials');
    expect(charges()).toEqual(['submitted_for_settlement']);
    expect(stored()).toEqual({ orders: 1, receipts: 1, accounts: 1, states: ['voided', 'settled'] });
  });

  it("leaves one charge, which recovery finds, if killed between the provider's commit and its response", async () => {
    await killAt({ accident: 'silent-after', path: SALE });
    expect([charges(), stored().states]).toEqual([['authorized'], ['started']]);
    await restart();
    await expectChecking();
    ageAttempts(dataDir, LATER_MS);
    await browser.waitForRefresh();
    await expectOnePayment();
  });

  it('leaves one charge, which recovery finds, if killed between the response and its record', async () => {
    fake.set({ accident: 'held', path: SALE });
    const pressed = press();
    await expect.poll(fake.countHeld, { timeout: 15_000 }).toBe(1);
    const release = lockStore(dataDir);
    fake.release();
    // It has the response, but cannot store it.
    const stalled = await server.findLogLine(({ event }) => event === 'attempt-stalled');
    expect(stalled).toMatchObject({ level: 40, msg: 'payment delayed' });
    await server.kill();
    await pressed;
    release();
    fake.set();
    expect([charges(), stored().states]).toEqual([['authorized'], ['started']]);
    await restart();
    await expectChecking();
    ageAttempts(dataDir, LATER_MS);
    await browser.waitForRefresh();
    await expectOnePayment();
  });

  it('shows a paid order if killed between order and settlement, and recovery settles it', async () => {
    await killAt({ accident: 'silent-before', path: SETTLEMENT });
    expect([charges(), stored().states]).toEqual([['authorized'], ['registered']]);
    ageAttempts(dataDir, LATER_MS);
    await restart();
    await expect.poll(charges).toEqual(['submitted_for_settlement']);
    await browser.open('/payment/review');
    await browser.press('Pay now');
    await expectOnePayment();
  });

  it('shows a paid order if killed between the settlement and its response, and settles once', async () => {
    await killAt({ accident: 'silent-after', path: SETTLEMENT });
    expect([charges(), stored().states]).toEqual([['submitted_for_settlement'], ['registered']]);
    await restart();
    await browser.open('/payment/review');
    expect((await browser.press('Pay now')).path).toBe('/credentials');
    ageAttempts(dataDir, LATER_MS);
    await server.kill();
    await restart();
    await browser.reload();
    await expectOnePayment();
  });

  it('charges once if killed between the record and the visitor’s response', async () => {
    const pressed = press();
    while (stored().states[0] !== 'settled') await setImmediate();
    await server.kill();
    // The response may have arrived at the same moment.
    expect(['cut off', 303]).toContain(await pressed.then((page) => (page === 'cut off' ? page : page.status)));
    await restart();
    if ((await browser.open('/payment/review')).path === '/payment/review') await browser.press('Pay now');
    await expectOnePayment();
  });

  it('charges once if killed repeatedly, at any point', async () => {
    await killAt({ accident: 'silent-after', path: SALE });
    ageAttempts(dataDir, LATER_MS);
    // Recovery at startup settles the payment, and is killed as well.
    fake.set({ accident: 'silent-after', path: SETTLEMENT });
    const restarting = restart();
    await expect.poll(() => countRequests(SETTLEMENT), { timeout: 15_000 }).toBe(1);
    fake.set();
    await restarting;
    await server.kill();
    ageAttempts(dataDir, LATER_MS);
    await restart();
    await browser.open('/payment/review');
    await browser.press('Pay now');
    await expectOnePayment();
  });
});

describe('a process stopped while paying', () => {
  it('responds to the visitor first, and exits with 0', async () => {
    fake.set({ accident: 'held', path: SALE });
    const pressed = press();
    await expect.poll(fake.countHeld, { timeout: 15_000 }).toBe(1);
    const stopped = server.stop();
    await server.findLogLine(({ msg }) => msg === 'stopping');
    fake.set();
    fake.release();
    const page = await pressed;
    expect(page === 'cut off' ? page : page.headers.get('location')).toBe('/app/join/credentials');
    expect(await stopped).toBe(0);
    await restart();
    await browser.open('/payment/review');
    await expectOnePayment();
  });

  it('reports a payment at an unresponsive provider as being checked, and finds it after a restart', async () => {
    await server.stop();
    server = await start(1500);
    browser.origin = server.url;
    await browser.open('/payment/review');
    fake.set({ accident: 'silent-after', path: SALE });
    const pressed = press();
    await expect.poll(() => countRequests(SALE), { timeout: 15_000 }).toBe(1);
    const stopped = server.stop();
    const page = await pressed;
    expect(page === 'cut off' ? page : page.headers.get('location')).toBe('/app/join/payment/review');
    expect(await stopped).toBe(0);
    fake.set();
    await restart();
    await expect.poll(() => stored().states).toEqual(['settled']);
    await browser.open('/payment/review');
    await expectOnePayment();
  });
});

describe('a store that becomes read-only between the call and its record', () => {
  it('shows an error page, and the payment is found once the store is writable', async () => {
    fake.set({ accident: 'held', path: SALE });
    const pressed = press();
    await expect.poll(fake.countHeld, { timeout: 15_000 }).toBe(1);
    const release = lockStore(dataDir);
    fake.release();
    const page = await pressed;
    release();
    fake.set();
    expect(page).toMatchObject({ status: 500, heading: 'An error has occurred' });
    await expectChecking();
    ageAttempts(dataDir, LATER_MS);
    await browser.waitForRefresh();
    await expectOnePayment();
  });
});
