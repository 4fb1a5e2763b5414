import { expect, it } from 'vitest';
import { openTestStore } from '~tests/servers/test-store';
import { createStoreClock } from './store-clock.server';

const NO_DB = undefined as never;

/** Opens a clock that is read with a delay, and this process's own count. */
function openClock() {
  const steps: number[] = [];
  let wall = Date.parse('2026-03-01T12:00:00Z');
  let counted = 1_000;
  const pass = (ms: number) => {
    wall += ms;
    counted += ms;
  };
  let delayMs = 0;
  const clock = createStoreClock(
    async () => {
      pass(delayMs);
      return new Date(wall);
    },
    { onStep: (ms) => void steps.push(ms), counter: () => counted },
  );
  return {
    steps,
    pass,
    set: (ms: number) => void (wall += ms),
    answerAfter: (ms: number) => void (delayMs = ms),
    steady: async () => (await clock.read(NO_DB)).steadyMs,
  };
}

it('is steady while both clocks run at the same rate, even with slow responses', async () => {
  const { steps, pass, steady, answerAfter } = openClock();
  expect(await steady()).toBe(Infinity);
  for (const delay of [0, 4_000, 0, 20]) {
    answerAfter(delay);
    pass(3_600_000);
    expect(await steady()).toBe(Infinity);
  }
  expect(steps).toEqual([]);
});

it.each([600_000, -600_000, 1_500, -1_500])('detects that it was set by %d ms, and counts from there', async (step) => {
  const { steps, pass, set, steady } = openClock();
  await steady();
  pass(60_000);
  set(step);
  expect(await steady()).toBe(0);
  pass(7_000);
  expect(await steady()).toBe(7_000);
  expect(steps).toEqual([step]);
});

it('does not treat a small correction as a jump', async () => {
  const { steps, pass, set, steady } = openClock();
  for (let second = 0; second < 10; second += 1) {
    await steady();
    pass(1_000);
    set(500);
  }
  expect(await steady()).toBe(Infinity);
  expect(steps).toEqual([]);
});

it('returns the time', async () => {
  const { store, close } = await openTestStore();
  const before = Date.now();
  const { now, steadyMs } = await store.clock.read(store.db);
  // The database of these tests is on this machine.
  expect(now.getTime()).toBeGreaterThanOrEqual(before - 1);
  expect(now.getTime()).toBeLessThanOrEqual(Date.now() + 1);
  expect(steadyMs).toBe(Infinity);
  await close();
});
