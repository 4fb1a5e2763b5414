import { afterEach, expect, it } from 'vitest';
import type { ChargingProvider } from '~/payments/port';
import { createStoreClock } from '~/store/store-clock.server';
import { openTestBackend, type TestBackend } from '~tests/servers/embedded-backend';
import { latch } from '~tests/latch';
import { waitAfter } from './recovery.server';

const LATER_MS = 60_000;

let backend: TestBackend;
let isOpen = false;
afterEach(async () => {
  if (isOpen) await backend.close();
  isOpen = false;
});

/** Opens a backend with unknown payments and a provider whose look-ups the test counts and controls. */
async function openWithUnknown(count: number) {
  let look: ChargingProvider['findByOrderId'] = async () => [];
  const lookedUp: string[] = [];
  let concurrent = 0;
  let mostConcurrent = 0;
  const charging = new Proxy({} as ChargingProvider, {
    get: (_target, name: keyof ChargingProvider) => replaced[name] ?? backend.sandbox[name],
  });
  const replaced: Partial<ChargingProvider> = {
    authorise: (sale) => backend.sandbox.authorise(sale).then(() => Promise.reject(new Error('reset'))),
    async findByOrderId(orderId) {
      lookedUp.push(orderId);
      concurrent += 1;
      mostConcurrent = Math.max(mostConcurrent, concurrent);
      return look(orderId).finally(() => (concurrent -= 1));
    },
  };
  isOpen = true;
  backend = await openTestBackend({ charging, answerWithin: 5_000 });
  for (let person = 0; person < count; person += 1) {
    const signup = await backend.signUp();
    await backend.pay(signup, await backend.requestFor(signup));
  }
  return {
    lookedUp,
    mostConcurrent: () => mostConcurrent,
    lookUpWith: (how: ChargingProvider['findByOrderId']) => void (look = how),
    states: async () => (await backend.attempts()).map(({ state }) => state).sort(),
  };
}

it('processes four attempts concurrently in a round', async () => {
  const { lookUpWith, lookedUp, mostConcurrent, states } = await openWithUnknown(9);
  const four = latch();
  lookUpWith(async (orderId) => {
    if (lookedUp.length === 4) four.open();
    await four.opened;
    return backend.sandbox.findByOrderId(orderId);
  });
  expect(await backend.recoverAttempts()).toEqual({ found: 9, unfinished: 0 });
  expect(mostConcurrent()).toBe(4);
  expect(await states()).toEqual(Array(9).fill('settled'));
});

it('serves visitors between the attempts of a round', async () => {
  const { lookUpWith } = await openWithUnknown(12);
  lookUpWith((orderId) => backend.sandbox.findByOrderId(orderId));
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await backend.recoverAttempts();
  isOver = true;
  // Twelve attempts, four at a time, leave at least three turns.
  expect(turns).toBeGreaterThanOrEqual(3);
});

it('never runs two rounds at once', async () => {
  const { lookUpWith, lookedUp } = await openWithUnknown(3);
  lookUpWith((orderId) => backend.sandbox.findByOrderId(orderId));
  await Promise.all([backend.recoverAttempts(), backend.recoverAttempts(), backend.recoverAttempts()]);
  expect(lookedUp).toHaveLength(3);
});

it('ends a round when the provider is silent, and pauses until the next scheduled one', async () => {
  const { lookUpWith, lookedUp, states } = await openWithUnknown(12);
  lookUpWith(() => Promise.reject(new Error('no lookUpWith')));
  expect(await backend.recoverAttempts()).toMatchObject({ found: 12 });
  // Four calls without a response, and the calls that the other three attempts had begun when the fourth timed out.
  expect(lookedUp.length).toBeGreaterThanOrEqual(4);
  expect(lookedUp.length).toBeLessThan(8);
  const before = lookedUp.length;
  lookUpWith((orderId) => backend.sandbox.findByOrderId(orderId));
  expect(await backend.recoverAttempts()).toEqual({ found: 0, unfinished: 0 });
  expect(lookedUp).toHaveLength(before);
  await expect.poll(states, { timeout: 15_000, interval: 250 }).toEqual(Array(12).fill('settled'));
});

it('waits longer after each silent round, up to five minutes', () => {
  const waits: number[] = [];
  for (let wait = 0; waits.length < 9;) waits.push((wait = waitAfter(wait)));
  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300].map((seconds) => seconds * 1000));
});

it('does not let one unresponsive attempt delay the others', async () => {
  const { lookUpWith, lookedUp, states } = await openWithUnknown(6);
  const [poisoned] = (await backend.attempts()).map(({ order_id }) => order_id);
  lookUpWith((orderId) =>
    orderId === poisoned ? Promise.reject(new Error('unreadable')) : backend.sandbox.findByOrderId(orderId),
  );
  await backend.recoverAttempts();
  expect(await states()).toEqual([...Array<string>(5).fill('settled'), 'unknown']);
  await backend.recoverAttempts();
  expect(lookedUp.filter((orderId) => orderId === poisoned)).toHaveLength(2);
});

it('starts no attempt after it is stopped', async () => {
  const { lookUpWith, lookedUp } = await openWithUnknown(9);
  const responded = latch();
  lookUpWith(async () => {
    await responded.opened;
    return [];
  });
  const round = backend.recoverAttempts();
  await expect.poll(() => lookedUp.length).toBe(4);
  const stopped = backend.stop();
  responded.open();
  await Promise.all([round, stopped]);
  expect(lookedUp).toHaveLength(4);
  expect(await backend.recoverAttempts()).toEqual({ found: 0, unfinished: 0 });
});

it('skips attempts that this process is handling, even if the clock shows an expired lease', async () => {
  let wall = Date.parse('2026-03-01T12:00:00Z');
  const storeClock = createStoreClock(async () => new Date(wall));
  const responded = latch();
  let lookUps = 0;
  const charging = new Proxy({} as ChargingProvider, {
    get: (_target, name: keyof ChargingProvider) => replaced[name] ?? backend.sandbox[name],
  });
  const replaced: Partial<ChargingProvider> = {
    async authorise(sale) {
      await responded.opened;
      return backend.sandbox.authorise(sale);
    },
    async findByOrderId(orderId) {
      lookUps += 1;
      return backend.sandbox.findByOrderId(orderId);
    },
  };
  isOpen = true;
  backend = await openTestBackend({ charging, storeClock, answerWithin: 10_000 });
  const signup = await backend.signUp();
  const paying = backend.pay(signup, await backend.requestFor(signup));
  await expect.poll(async () => (await backend.attempts()).length).toBe(1);
  wall += LATER_MS;
  expect((await backend.recoverAttempts()).found).toBe(1);
  expect(await backend.lookUp(signup)).toEqual({ state: 'pending' });
  expect(lookUps).toBe(0);
  responded.open();
  expect((await paying).data?.state).toBe('paid');
});
