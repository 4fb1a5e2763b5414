import { rmSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { braintreeSettings, startBraintreeServer, startFakeGateway } from '~tests/servers/braintree-server';
import type { FakeBraintree } from '~tests/fakes/braintree';
import { CARDS, parentOfMinnesota, type ParentAnswers } from '~tests/answers/parent-answers';
import { payments as paymentsCommand } from '~/commands/operate/payments';
import { callCommand } from '~tests/servers/call-command';
import { startBundle } from '~tests/servers/run-bundle';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { makeDataDir, type RunningServer } from '~tests/servers/server-under-test';
import { ageAttempts, readPayments, readPaymentsSince, type Payments } from '~tests/servers/store-file';
import { walkTo } from '~tests/walks/walk-parent';

/** Longer than a lease, and longer than Braintree may act on a request. */
const LATER_MS = 101_000;

/** Shared by all tests of what the visitor sees while a payment needs an operator, and afterwards. */
const dataDir = makeDataDir();
let fake: FakeBraintree;
let server: RunningServer;
let before: Payments;
let browser: PlainBrowser;
let answers: ParentAnswers;
beforeAll(async () => {
  fake = await startFakeGateway();
  server = await startBraintreeServer(fake, { dataDir });
});
beforeEach(async () => {
  fake.set();
  fake.books.transactions.length = 0;
  before = readPayments(dataDir);
  browser = new PlainBrowser(server.url);
  answers = parentOfMinnesota();
  await walkTo(browser, 'payment/review', answers);
});
afterAll(async () => {
  await server.kill();
  await fake.close();
  rmSync(dataDir, { recursive: true });
});

const payments = () => readPaymentsSince(dataDir, before);
const attempt = () => payments().attempts[0]!;
const runCommand = (verb: string) => callCommand(paymentsCommand, [verb, attempt().order_id, dataDir, '--by', 'ann']);
const list = () => callCommand(paymentsCommand, [dataDir]);

function expectChecking(): void {
  expect([browser.page.path, browser.page.heading]).toEqual(['/payment/review', 'We are checking your payment']);
}

/** Pays, and changes the gateway's record before the look-up. */
async function payAndFind(change: (books: FakeBraintree['books']) => void, reason: string): Promise<void> {
  fake.set({ accident: 'reset-in-answer', path: /\/transactions(\/advanced_search_ids)?$/ });
  await browser.press('Pay now');
  change(fake.books);
  fake.set();
  await browser.waitForRefresh();
  expectChecking();
  expect(attempt()).toMatchObject({ state: 'needs-operator', reason });
  expect((await list()).said).toContain(attempt().order_id);
}

it('looks up a double charge again after one is voided, and makes the other one the order', async () => {
  await payAndFind(({ transactions }) => transactions.push({ ...transactions[0]!, id: 'second' }), 'charged-twice');
  // Both charges still exist, so the payment needs an operator again.
  expect((await runCommand('again')).code).toBe(0);
  await browser.waitForRefresh();
  expectChecking();
  expect(attempt().state).toBe('needs-operator');
  expect((await runCommand('settled')).code).toBe(1);

  fake.books.transactions[1]!.status = 'voided';
  expect((await runCommand('again')).code).toBe(0);
  expect((await browser.waitForRefresh()).path).toBe('/credentials');
  expect(fake.books.transactions.map(({ status }) => status)).toEqual(['submitted_for_settlement', 'voided']);
  expect(payments()).toMatchObject({ orders: 1, receipts: 1, attempts: [{ state: 'settled' }] });
  expect((await list()).code).toBe(0);
});

it.each(['voided', 'refunded'])(
  'shows the visitor that a payment with another amount was %s, and accepts another payment',
  async (verb) => {
    await payAndFind(({ transactions }) => (transactions[0]!.amount = '179.56'), 'amount-differs');
    fake.books.transactions[0]!.status = 'voided';
    expect((await runCommand(verb)).code).toBe(0);
    const page = await browser.waitForRefresh();
    expect([page.path, page.errors]).toEqual(['/payment/method', ['Your payment was given back']]);
    expect(page.text('.error-summary')).toContain('The money goes back to what you paid with');
    expect(page.text('main')).not.toContain('Nothing was charged');
    browser.fill({ ...answers['payment/method'], ...CARDS.approvedMastercard });
    await browser.press('Continue');
    expect((await browser.press('Pay now')).path).toBe('/credentials');
    expect(payments()).toMatchObject({
      orders: 1,
      receipts: 1,
      attempts: [{ state: verb }, { state: 'settled' }],
    });
  },
);

it('keeps the order if its hold was voided before the settlement', async () => {
  fake.set({ accident: 'reset-before', path: /submit_for_settlement$/ });
  expect((await browser.press('Pay now')).path).toBe('/credentials');
  fake.books.transactions[0]!.status = 'voided';
  fake.set();
  await server.kill();
  ageAttempts(dataDir, LATER_MS);
  server = await startBraintreeServer(fake, { dataDir });
  await expect.poll(attempt).toMatchObject({ state: 'needs-operator', reason: 'settlement-refused-91507' });
  expect((await runCommand('voided')).code).toBe(1);
  expect((await runCommand('settled')).code).toBe(0);
  browser.origin = server.url;
  expect((await browser.reload()).path).toBe('/credentials');
  expect(payments()).toMatchObject({ orders: 1, receipts: 1, attempts: [{ state: 'settled' }] });
});

describe('refunds through the provider, next to the server', () => {
  // Not spawnSync: the fake gateway responds in this process.
  const giveBack = (way: 'void' | 'refund', env: Record<string, string> = {}) =>
    startBundle(['payments', way, attempt().order_id, dataDir, '--by', 'ann', '--yes'], {
      ...braintreeSettings(fake),
      SUPPORT_EMAIL: 'support@example.com',
      ...env,
    });
  const stateOfPayment = () => attempt().state;

  it('voids a submitted payment once, and refunds a settled one', async () => {
    expect((await browser.press('Pay now')).path).toBe('/credentials');
    expect(await giveBack('refund')).toMatchObject({ status: 1, stdout: expect.stringContaining('(91506)') as string });
    expect(stateOfPayment()).toBe('settled');
    fake.books.transactions[0]!.status = 'settled';
    expect(await giveBack('void')).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('use "refund"') as string,
    });
    expect(await giveBack('refund')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('refunded') as string,
    });
    expect(await giveBack('refund')).toMatchObject({ status: 0, stdout: expect.stringContaining('before') as string });
    expect(fake.books.transactions.map(({ type }) => type)).toEqual(['sale', 'credit']);
    expect(payments()).toMatchObject({ orders: 1, attempts: [{ state: 'refunded' }] });
    expect((await browser.reload()).path).toBe('/credentials');
  });

  it('names the missing settings, and prints no secret', async () => {
    await browser.press('Pay now');
    const missing = await giveBack('void', { BRAINTREE_PRIVATE_KEY: '', SUPPORT_EMAIL: '' });
    expect(missing.status).toBe(2);
    expect(missing.stderr).toContain('BRAINTREE_PRIVATE_KEY: is required');
    expect(missing.stderr).toContain('SUPPORT_EMAIL: is required');
    fake.set({ accident: 'unauthorised' });
    const refused = await giveBack('void');
    expect([refused.status, refused.stdout]).toEqual([1, expect.stringContaining('Failed to query')]);
    expect(refused.stdout + refused.stderr + missing.stderr).not.toMatch(/a-private-key|a-secret-for-tests/);
    expect(stateOfPayment()).toBe('settled');
  });
});
