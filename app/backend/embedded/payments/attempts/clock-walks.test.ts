import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EmbeddedBackend } from '~/backend/embedded/create-embedded-backend.server';
import type { AuthoriseRequest, ChargeOutcome, ChargingProvider } from '~/payments/port';
import { createStoreClock } from '~/store/store-clock.server';
import { openTestBackend, type SignUp, type TestBackend } from '~tests/servers/embedded-backend';

/** Random walks of payments in two processes, with store clock changes and a slow provider. */

const HOUR_MS = 3_600_000;
const HELD = ['authorised', 'settling', 'settled'];

interface Sale {
  request: AuthoriseRequest;
  outcome?: ChargeOutcome;
  respond(outcome: ChargeOutcome): void;
  fail(): void;
}

let wall = Date.parse('2026-03-01T12:00:00Z');
let steady = 0;
let sales: Sale[] = [];
let isSilent = false;
let backend: TestBackend;
let other: EmbeddedBackend;

const newClock = () => createStoreClock(async () => new Date(wall), { counter: () => steady });
const charging = new Proxy({} as ChargingProvider, {
  get: (_target, name: keyof ChargingProvider) => provider[name] ?? backend.sandbox[name],
});
const provider: Partial<ChargingProvider> = {
  authorise: (request) =>
    new Promise((resolve, reject) =>
      sales.push({ request, respond: resolve, fail: () => reject(new Error('socket hang up')) }),
    ),
  findByOrderId: (orderId) =>
    isSilent ? Promise.reject(new Error('no response')) : backend.sandbox.findByOrderId(orderId),
  void: (id) => (isSilent ? Promise.resolve({ outcome: 'unknown', cause: 'no response' }) : backend.sandbox.void(id)),
};

beforeAll(async () => {
  backend = await openTestBackend({ charging, storeClock: newClock(), answerWithin: 20 });
  other = await backend.openReplica({ storeClock: newClock() });
});
afterAll(() => backend.close());

function advance(ms: number): void {
  wall += ms;
  steady += ms;
  backend.advance(ms);
}

const charge = async (sale: Sale) => (sale.outcome ??= await backend.sandbox.authorise(sale.request));
const drop = (sale: Sale) => void (sales = sales.filter((one) => one !== sale));

type Move = (signup: SignUp) => Promise<unknown>;
let presses = 0;
const MOVES: Record<string, Move> = {
  press: async (signup) => {
    presses += 1;
    await backend.pay(signup, await backend.requestFor(signup), `key-${presses}`);
  },
  lookUp: (signup) => backend.lookUp(signup, `key-${presses}`),
  lookUpElsewhere: (signup) => backend.lookUp(signup, `key-${presses}`, other.client),
  recover: () => backend.recoverAttempts(),
  recoverElsewhere: () => other.recoverAttempts(),
  chargeCard: async () => sales[0] && charge(sales[0]),
  respond: async () => {
    const [sale] = sales;
    if (!sale) return;
    drop(sale);
    sale.respond(await charge(sale));
  },
  loseResponse: async () => {
    const [sale] = sales;
    // The provider acts within its deadline or never.
    if (!sale) return;
    drop(sale);
    sale.fail();
  },
  wait: async () => advance(20_000),
  setForward: async () => void (wall += 600_000),
  setBack: async () => void (wall -= 600_000),
  stopResponding: async () => void (isSilent = true),
  resumeResponding: async () => void (isSilent = false),
};

/** Makes the provider respond to every sale, then advances time beyond the last look-up. */
async function finishAll(): Promise<void> {
  isSilent = false;
  for (const sale of [...sales]) {
    drop(sale);
    sale.respond(await charge(sale));
  }
  for (let round = 0; round < 3; round += 1) {
    await recoverBoth();
    advance(HOUR_MS);
    await recoverBoth();
    advance(24 * HOUR_MS);
  }
  await recoverBoth();
}

/** Scheduled rounds pause while the provider is silent, so this starts rounds explicitly. */
async function recoverBoth(): Promise<void> {
  for (const replica of [await backend.openReplica({ storeClock: newClock() }), other]) await replica.recoverAttempts();
}

async function expectConsistent({ signupId }: SignUp): Promise<void> {
  const rows = (await backend.attempts()).filter(({ signup_id }) => signup_id === signupId);
  const ids = rows.map(({ order_id }) => order_id);
  const held = backend.sandbox
    .listTransactions()
    .filter(({ orderId, status }) => ids.includes(orderId) && HELD.includes(status))
    .map(({ transactionId }) => transactionId);
  const settled = rows.filter(({ state }) => state === 'settled').map(({ transaction_id }) => transaction_id);
  // At most one charge, which belongs to the order, and no other hold.
  expect(held.length).toBeLessThanOrEqual(1);
  expect(held).toEqual(settled);
  for (const { state } of rows) expect(['settled', 'voided']).toContain(state);
  const orders = await backend.store.db
    .selectFrom('backend_orders')
    .select('id')
    .where('id', 'in', ['', ...ids])
    .execute();
  expect(orders).toHaveLength(settled.length);
}

it('never charges twice and leaves no unknown hold', { timeout: 180_000 }, async () => {
  const names = Object.keys(MOVES);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...names), { minLength: 4, maxLength: 16 }), async (walk) => {
      const signup = await backend.signUp();
      await MOVES.press!(signup);
      for (const name of walk) await MOVES[name]!(signup);
      await finishAll();
      await expect
        .poll(() => expectConsistent(signup).then(() => 'consistent', String), { timeout: 5_000 })
        .toBe('consistent');
    }),
    { numRuns: 25, endOnFailure: true },
  );
});
