import { expect, it, vi } from 'vitest';
import type { Store } from '~/store/open-store.server';
import { createClockWatch } from './clock-watch.server';

function watch() {
  let aheadMs = 0;
  const at = Date.parse('2026-03-01T12:00:00Z');
  const log = { info: vi.fn(), warn: vi.fn() };
  const recordClockOffset = vi.fn();
  const clock = { read: async () => ({ now: new Date(at), steadyMs: Infinity }) };
  const { measure, corrected } = createClockWatch({
    clock: { now: () => new Date(at + aheadMs) },
    store: { clock } as unknown as Store,
    log,
    metrics: { recordClockOffset },
  });
  const measureAt = async (seconds: number) => {
    aheadMs = seconds * 1000;
    await measure();
    return { warned: log.warn.mock.calls.length, informed: log.info.mock.calls.length };
  };
  return { at, measureAt, corrected, recordClockOffset };
}

it('measures on every call, and logs each change of more than two seconds once', async () => {
  const { measureAt, recordClockOffset } = watch();
  expect(await measureAt(1.5)).toEqual({ warned: 0, informed: 0 });
  expect(await measureAt(600)).toEqual({ warned: 1, informed: 0 });
  expect(await measureAt(601)).toEqual({ warned: 1, informed: 0 });
  expect(await measureAt(-600)).toEqual({ warned: 2, informed: 0 });
  expect(await measureAt(0)).toEqual({ warned: 2, informed: 1 });
  expect(await measureAt(-1)).toEqual({ warned: 2, informed: 1 });
  expect(recordClockOffset.mock.calls.flat()).toEqual([1.5, 600, 601, -600, 0, -1]);
});

it('corrects the clock by the last measured difference of more than two seconds', async () => {
  const { at, measureAt, corrected } = watch();
  for (const [seconds, ahead] of [
    [1.5, 1.5],
    [600, 0],
    [601, 1],
    [-600, 0],
    [-1, -1],
  ] as const) {
    await measureAt(seconds);
    expect([seconds, corrected.now()]).toEqual([seconds, new Date(at + ahead * 1000)]);
  }
});
