import { cpSync, rmSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { createSealing } from '~/lib/sealing.server';
import { createBraintreeCharging } from '~/payments/braintree/charging.server';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { FAKE_ACCOUNTS, FAKE_KEYS } from '~tests/fakes/braintree';
import { printMeasurements } from '~tests/fakes/faults';
import { SECRET, startBraintreeServer, startFakeGateway } from '~tests/servers/braintree-server';
import { openTestBackend, TEST_PEPPER } from '~tests/servers/embedded-backend';
import { makeDataDir } from '~tests/servers/server-under-test';

const PAYMENTS = 100;
const SEARCH = /advanced_search_ids$/;
const ENDED_CALL = /^joinery_call_duration_seconds_count\{.*system="payment-provider".*\} [1-9]/m;

it(
  'serves pages at once despite a hundred unknown payments and an unresponsive gateway, and settles them when it responds',
  { timeout: 240_000 },
  async () => {
    const fake = await startFakeGateway();
    onTestFinished(() => fake.close());
    const dataDir = await leaveUnknownPayments(fake);
    const charges = () => fake.books.transactions.map(({ status }) => status);
    expect(charges()).toEqual(Array(PAYMENTS).fill('authorized'));

    fake.set({ accident: 'silent-before' });
    const begun = performance.now();
    const server = await startBraintreeServer(fake, { dataDir, env: { PEPPER: TEST_PEPPER } });
    onTestFinished(() => server.kill());
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect((await new PlainBrowser(server.url).open('/signup')).status).toBe(200);
    const readyMs = Math.round(performance.now() - begun);
    const metrics = await server.readMetrics();
    // A call ends by its own limit, so the server did not wait for one.
    expect(metrics).not.toMatch(ENDED_CALL);
    expect(metrics).toContain(`joinery_payments_open{state="unknown"} ${PAYMENTS}`);
    expect(Number(/joinery_payments_oldest_seconds{state="unknown"} (.+)/.exec(metrics)?.[1])).toBeGreaterThan(0);

    // A second round of look-ups has run, and no round covered all payments. The daily reconciliation adds one search.
    const countSearches = () => fake.requests.filter(({ path }) => SEARCH.test(path)).length;
    await expect.poll(countSearches, { timeout: 30_000 }).toBeGreaterThan(4 + 1);
    expect(countSearches()).toBeLessThanOrEqual(8 + 1);

    fake.set();
    // Each comparison of a hundred payments that fails costs as much as a page.
    await expect
      .poll(charges, { timeout: 150_000, interval: 500 })
      .toEqual(Array(PAYMENTS).fill('submitted_for_settlement'));
    await expect
      .poll(() => server.readMetrics(), { timeout: 30_000, interval: 1_000 })
      .toContain('joinery_payments_open{state="unknown"} 0');
    expect(await server.readMetrics()).toMatch(ENDED_CALL);
    printMeasurements('start with an unresponsive gateway', { payments: PAYMENTS, readyMs });
    expect(await server.stop()).toBe(0);
  },
);

/** Creates the folder of a store with 100 payments that the gateway charged, but whose responses were lost. */
async function leaveUnknownPayments(fake: Awaited<ReturnType<typeof startFakeGateway>>): Promise<string> {
  const keys = { environment: fake.environment, keys: FAKE_KEYS, merchantAccounts: FAKE_ACCOUNTS };
  const backend = await openTestBackend({
    charging: createBraintreeCharging({ ...keys, callDeadline: 2_000, idle: 1_000 }),
    merchantAccounts: FAKE_ACCOUNTS,
    sealing: createSealing([SECRET], 'backend'),
    demo: false,
    answerWithin: 2_000,
  });
  fake.set({ accident: 'reset-in-answer', path: /\/transactions$/ });
  for (let person = 0; person < PAYMENTS; person += 1) {
    const signup = await backend.signUp();
    const request = await backend.requestFor(signup, { nonce: fake.books.addNonce('1111') });
    expect((await backend.pay(signup, request)).data).toEqual({ state: 'pending' });
  }
  const dataDir = makeDataDir();
  cpSync(backend.dataDir, dataDir, { recursive: true });
  onTestFinished(() => backend.close());
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  return dataDir;
}
