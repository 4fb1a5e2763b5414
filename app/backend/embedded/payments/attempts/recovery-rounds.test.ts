import { afterEach, expect, it } from 'vitest';
import type { ChargingProvider } from '~/payments/port';
import { createStoreClock } from '~/store/store-clock.server';
import { openTestBackend, type TestBackend } from '~tests/servers/embedded-backend';
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
  const asked: string[] = [];
  let atOnce = 0;
  let mostAtOnce = 0;
  const charging = new Proxy({} as ChargingProvider, {
    get: (_target, name: keyof ChargingProvider) => replaced[name] ?? backend.sandbox[name],
  });
  const replaced: Partial<ChargingProvider> = {
    authorise: (sale) => backend.sandbox.authorise(sale).then(() => Promise.reject(new Error('reset'))),
    async findByOrderId(orderId) {
      asked.push(orderId);
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      return look(orderId).finally(() => (atOnce -= 1));
    },
  };
  isOpen = true;
  backend = await openTestBackend({ charging, answerWithin: 5_000 });
  for (let person = 0; person < count; person += 1) {
    const signup = await backend.signUp();
    await backend.pay(signup, await backend.requestFor(signup));
  }
  return {
    asked,
    mostAtOnce: () => mostAtOnce,
    answer: (how: ChargingProvider['findByOrderId']) => void (look = how),
    states: async () => (await backend.attempts()).map(({ state }) => state).sort(),
  };
}

it('processes four attempts concurrently in a round', async () => {
  const { answer, asked, mostAtOnce, states } = await openWithUnknown(9);
  let go: () => void;
  const four = new Promise<void>((resolve) => (go = resolve));
  answer(async (orderId) => {
    if (asked.length === 4) go();
    await four;
    return backend.sandbox.findByOrderId(orderId);
  });
  expect(await backend.recoverAttempts()).toEqual({ found: 9, unfinished: 0 });
  expect(mostAtOnce()).toBe(4);
  expect(await states()).toEqual(Array(9).fill('settled'));
});

it('serves visitors between the attempts of a round', async () => {
  const { answer } = await openWithUnknown(12);
  answer((orderId) => backend.sandbox.findByOrderId(orderId));
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await backend.recoverAttempts();
  isOver = true;
  // Three calls for each of the four concurrent attempts.
  expect(turns).toBeGreaterThanOrEqual(3);
});

it('never runs two rounds at once', async () => {
  const { answer, asked } = await openWithUnknown(3);
  answer((orderId) => backend.sandbox.findByOrderId(orderId));
  await Promise.all([backend.recoverAttempts(), backend.recoverAttempts(), backend.recoverAttempts()]);
  expect(asked).toHaveLength(3);
});

it('ends a round when the provider is silent, and pauses until the next scheduled one', async () => {
  const { answer, asked, states } = await openWithUnknown(12);
  answer(() => Promise.reject(new Error('no answer')));
  expect(await backend.recoverAttempts()).toMatchObject({ found: 12 });
  // Four calls without a response, and the calls that the other three attempts had begun when the fourth timed out.
  expect(asked.length).toBeGreaterThanOrEqual(4);
  expect(asked.length).toBeLessThan(8);
  const heard = asked.length;
  answer((orderId) => backend.sandbox.findByOrderId(orderId));
  expect(await backend.recoverAttempts()).toEqual({ found: 0, unfinished: 0 });
  expect(asked).toHaveLength(heard);
  await expect.poll(states, { timeout: 15_000, interval: 250 }).toEqual(Array(12).fill('settled'));
});

it('waits longer after each silent round, up to five minutes', () => {
  const waits: number[] = [];
  for (let wait = 0; waits.length < 9;) waits.push((wait = waitAfter(wait)));
  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300].map((seconds) => seconds * 1000));
});

it('does not let one unresponsive attempt delay the others', async () => {
  const { answer, asked, states } = await openWithUnknown(6);
  const [poisoned] = (await backend.attempts()).map(({ order_id }) => order_id);
  answer((orderId) =>
    orderId === poisoned ? Promise.reject(new Error('unreadable')) : backend.sandbox.findByOrderId(orderId),
  );
  await backend.recoverAttempts();
  expect(await states()).toEqual([...Array<string>(5).fill('settled'), 'unknown']);
  await backend.recoverAttempts();
  expect(asked.filter((orderId) => orderId === poisoned)).toHaveLength(2);
});

it('starts nothing new after it is stopped', async () => {
  const { answer, asked } = await openWithUnknown(9);
  let speak: () => void;
  const spoken = new Promise<void>((resolve) => (speak = resolve));
  answer(async () => {
    await spoken;
    return [];
  });
  const round = backend.recoverAttempts();
  await expect.poll(() => asked.length).toBe(4);
  const stopped = backend.stop();
  speak!();
  await Promise.all([round, stopped]);
  expect(asked).toHaveLength(4);
  expect(await backend.recoverAttempts()).toEqual({ found: 0, unfinished: 0 });
});

it('skips attempts that this process works on, even if the clock says that their lease is over', async () => {
  let wall = Date.parse('2026-03-01T12:00:00Z');
  const storeClock = createStoreClock(async () => new Date(wall));
  let speak: () => void;
  const spoken = new Promise<void>((resolve) => (speak = resolve));
  let looked = 0;
  const charging = new Proxy({} as ChargingProvider, {
    get: (_target, name: keyof ChargingProvider) => replaced[name] ?? backend.sandbox[name],
  });
  const replaced: Partial<ChargingProvider> = {
    async authorise(sale) {
      await spoken;
      return backend.sandbox.authorise(sale);
    },
    async findByOrderId(orderId) {
      looked += 1;
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
  expect(looked).toBe(0);
  speak!();
  expect((await paying).data?.state).toBe('paid');
});
