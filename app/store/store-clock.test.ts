import { expect, it } from 'vitest';
import { openTestStore } from '~tests/servers/test-store';
import { createStoreClock } from './store-clock.server';

const NO_DB = undefined as never;

/** Opens a store clock with delayed reads, and the process's steady counter. */
function openClock() {
  const steps: number[] = [];
  let wall = Date.parse('2026-03-01T12:00:00Z');
  let steadyCount = 1_000;
  const advance = (ms: number) => {
    wall += ms;
    steadyCount += ms;
  };
  let delayMs = 0;
  const clock = createStoreClock(
    async () => {
      advance(delayMs);
      return new Date(wall);
    },
    { onStep: (ms) => void steps.push(ms), counter: () => steadyCount },
  );
  return {
    steps,
    advance,
    setWall: (ms: number) => void (wall += ms),
    delayReads: (ms: number) => void (delayMs = ms),
    steady: async () => (await clock.read(NO_DB)).steadyMs,
  };
}

it('is steady while both clocks run at the same rate, even with slow responses', async () => {
  const { steps, advance, steady, delayReads } = openClock();
  expect(await steady()).toBe(Infinity);
  for (const delay of [0, 4_000, 0, 20]) {
    delayReads(delay);
    advance(3_600_000);
    expect(await steady()).toBe(Infinity);
  }
  expect(steps).toEqual([]);
});

it.each([600_000, -600_000, 1_500, -1_500])('detects a clock change of %d ms, and counts from there', async (step) => {
  const { steps, advance, setWall, steady } = openClock();
  await steady();
  advance(60_000);
  setWall(step);
  expect(await steady()).toBe(0);
  advance(7_000);
  expect(await steady()).toBe(7_000);
  expect(steps).toEqual([step]);
});

it('does not treat a small correction as a jump', async () => {
  const { steps, advance, setWall, steady } = openClock();
  for (let second = 0; second < 10; second += 1) {
    await steady();
    advance(1_000);
    setWall(500);
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
