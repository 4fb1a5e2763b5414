import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reportIfLate } from './listen';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns work that takes this many milliseconds. */
function workOf(milliseconds: number, fails = false): Promise<string> {
  return new Promise((resolve, reject) => {
    setTimeout(() => (fails ? reject(new Error('gone')) : resolve('done')), milliseconds);
  });
}

it('reports no delay for fast work', async () => {
  const report = vi.fn();
  const result = reportIfLate(workOf(100), report);
  await vi.advanceTimersByTimeAsync(100);
  expect(await result).toBe('done');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(report).not.toHaveBeenCalled();
});

it('reports slow work once, and returns its result', async () => {
  const report = vi.fn();
  const result = reportIfLate(workOf(3_000), report);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(report).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await result).toBe('done');
  expect(report).toHaveBeenCalledTimes(1);
});

it('rejects with the failure of the work, and reports no delay afterwards', async () => {
  const report = vi.fn();
  const result = reportIfLate(workOf(100, true), report);
  const failed = expect(result).rejects.toThrow('gone');
  await vi.advanceTimersByTimeAsync(5_000);
  await failed;
  expect(report).not.toHaveBeenCalled();
});
