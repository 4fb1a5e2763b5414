import { afterEach, beforeEach, expect, it } from 'vitest';
import { createBraintreeCharging } from '~/payments/braintree/charging.server';
import { openTestBackend, refusalOf, type SignUp, type TestBackend } from '~tests/servers/embedded-backend';
import {
  FAKE_ACCOUNTS,
  FAKE_KEYS,
  startFakeBraintree,
  type Accident,
  type FakeBraintree,
} from '~tests/fakes/braintree';

const SALE = /\/transactions$/;
/** A busy machine may delay a response that no test waits to miss. */
const CALL_DEADLINE_MS = 30_000;
const SHORT_DEADLINE_MS = 1_000;
const AFTER_DEADLINE_MS = CALL_DEADLINE_MS + 60_000 + 10_001;

let fake: FakeBraintree;
let backend: TestBackend;
let signup: SignUp;
beforeEach(async () => {
  fake = await startFakeBraintree();
  await open(CALL_DEADLINE_MS);
});
afterEach(async () => {
  await backend.close();
  await fake.close();
});

async function open(callDeadline: number) {
  const charging = createBraintreeCharging({
    environment: fake.environment,
    keys: FAKE_KEYS,
    merchantAccounts: FAKE_ACCOUNTS,
    callDeadline,
    idle: callDeadline / 3,
  });
  backend = await openTestBackend({ charging, merchantAccounts: FAKE_ACCOUNTS, answerWithin: 5_000 });
  signup = await backend.signUp();
}

async function openHurried() {
  await backend.close();
  await open(SHORT_DEADLINE_MS);
}

const makeRequest = () => backend.requestFor(signup, { nonce: fake.books.addNonce('1111') });
const charges = () => fake.books.transactions.map(({ status }) => status);
const countSales = () => fake.requests.filter(({ path }) => SALE.test(path)).length;
/** Ends the fault, but only after it has hit the sale. A busy machine may delay the sale. */
async function endFault() {
  await expect.poll(countSales).toBe(1);
  fake.set();
}

it('charges the card and submits the held amount for settlement', async () => {
  const { data } = await backend.pay(signup, await makeRequest());
  expect(data).toMatchObject({ state: 'paid', answer: { receipt: { cardLastFour: '1111' } } });
  expect(charges()).toEqual(['submitted_for_settlement']);
  expect(fake.books.transactions).toMatchObject([{ amount: '179.55', merchantAccount: FAKE_ACCOUNTS.USD }]);
});

it.each<Accident>(['silent-after', 'reset-in-answer', 'trickle', 'html', 'server-error'])(
  'reports a payment as pending after %s, then finds one paid transaction',
  async (accident) => {
    await openHurried();
    const request = await makeRequest();
    fake.set({ accident, path: SALE });
    expect((await backend.pay(signup, request)).data).toEqual({ state: 'pending' });
    await endFault();
    const found = await backend.lookUp(signup);
    expect(found.state).toBe('paid');
    expect((await backend.pay(signup, request)).data).toEqual(found);
    expect(charges()).toEqual(['submitted_for_settlement']);
    expect(countSales()).toBe(1);
  },
);

it.each<Accident>(['silent-before', 'reset-before', 'unauthorised'])(
  'reports a payment as pending after %s until the gateway can no longer act, then accepts another card',
  async (accident) => {
    await openHurried();
    const request = await makeRequest();
    fake.set({ accident, path: SALE });
    expect((await backend.pay(signup, request)).data).toEqual({ state: 'pending' });
    await endFault();
    expect(await backend.lookUp(signup)).toEqual({ state: 'pending' });
    backend.advance(AFTER_DEADLINE_MS);
    expect(await backend.lookUp(signup)).toEqual({ state: 'failed', exception: 'Unexpected error' });
    expect((await backend.pay(signup, await makeRequest(), 'key-2')).data?.state).toBe('paid');
    expect(charges()).toEqual(['submitted_for_settlement']);
  },
);

it('looks up a sale rejected as a duplicate, and reports it as failed if no hold exists', async () => {
  const request = await makeRequest();
  fake.set({ rejection: 'duplicate' });
  expect((await backend.pay(signup, request)).data).toEqual({ state: 'pending' });
  fake.set();
  expect(await backend.lookUp(signup)).toEqual({ state: 'pending' });
  backend.advance(AFTER_DEADLINE_MS);
  expect((await backend.lookUp(signup)).state).toBe('failed');
});

it('finds the paid sale behind a rejected duplicate, with one charge', async () => {
  const request = await makeRequest();
  fake.set({ rejection: 'duplicate' });
  expect((await backend.pay(signup, request)).data).toEqual({ state: 'pending' });
  // The original sale, as left by a retry on the network path.
  const [duplicate] = fake.books.transactions;
  fake.books.transactions.unshift({ ...duplicate!, id: 'first', status: 'authorized', rejection: null, code: '1000' });
  fake.set();
  expect((await backend.lookUp(signup)).state).toBe('paid');
  expect(charges()).toEqual(['submitted_for_settlement', 'gateway_rejected']);
});

it.each([
  ['2000', 'Payment method declined'],
  ['2004', 'Invalid expiration date'],
  ['2005', 'Invalid card number'],
  ['2099', 'Card authentication required'],
])('reports a decline with %s as "%s", and accepts another card', async (decline, exception) => {
  fake.set({ decline });
  const refused = await backend.pay(signup, await makeRequest());
  expect(refusalOf(refused)).toMatchObject({ code: 'DECLINED', data: { exception } });
  fake.set();
  expect((await backend.pay(signup, await makeRequest(), 'key-2')).data?.state).toBe('paid');
});

it('finds a settlement with a lost response in recovery', async () => {
  fake.set({ accident: 'reset-in-answer', path: /submit_for_settlement$/ });
  expect((await backend.pay(signup, await makeRequest())).data?.state).toBe('paid');
  expect((await backend.attempts())[0]?.state).toBe('registered');
  fake.set();
  backend.advance(AFTER_DEADLINE_MS);
  await backend.recoverAttempts();
  expect((await backend.attempts())[0]?.state).toBe('settled');
  expect(charges()).toEqual(['submitted_for_settlement']);
});
