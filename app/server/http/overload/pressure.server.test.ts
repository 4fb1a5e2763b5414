import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchPressure } from './pressure.server';

let now = 0;
let share = 0;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  now = 0;
  share = 0;
});
afterEach(() => void vi.useRealTimers());

/** One tick of the timer that is so much later than it should be. */
function turn(lateMs: number): void {
  now += 20 + lateMs;
  vi.advanceTimersByTime(20);
}

function watchWith(requests: number, isNew = false) {
  const pressure = watchPressure(
    () => now,
    () => share,
  );
  const leave = Array.from({ length: requests }, () => pressure.enter(isNew));
  turn(0);
  return { pressure, leave };
}

it('is felt within a turn of the loop, and for the next one', () => {
  const { pressure } = watchWith(8);
  expect(pressure.isHigh()).toBe(false);
  now += 121;
  expect([pressure.isHigh(), pressure.isSevere()]).toEqual([true, false]);
  now += 300;
  expect(pressure.isSevere()).toBe(true);
  now -= 421;
  turn(421);
  expect(pressure.isSevere()).toBe(true);
  turn(5);
  expect(pressure.isHigh()).toBe(false);
});

it('is none where few are there: a slow disk, or another process', () => {
  const { pressure, leave } = watchWith(8);
  leave[0]!();
  turn(2_000);
  expect([pressure.isHigh(), pressure.isSevere()]).toEqual([false, false]);
});

it('is high with many new visitors at once only while the loop has no rest', () => {
  const { pressure, leave } = watchWith(3, true);
  // They wait for somebody else, such as a slow backend.
  expect(pressure.isHigh()).toBe(false);
  turn(30);
  expect(pressure.isHigh()).toBe(true);
  turn(0);
  expect(pressure.isHigh()).toBe(false);
  share = 0.95;
  for (let time = 1; time <= 5; time += 1) turn(0);
  expect(pressure.isHigh()).toBe(true);
  leave[0]!();
  expect(pressure.isHigh()).toBe(false);
});
