import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { whenLate } from './listen';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work that takes this many milliseconds. */
function workOf(milliseconds: number, fails = false): Promise<string> {
  return new Promise((resolve, reject) => {
    setTimeout(() => (fails ? reject(new Error('gone')) : resolve('done')), milliseconds);
  });
}

it('reports nothing for work that ends at once', async () => {
  const tell = vi.fn();
  const answer = whenLate(workOf(100), tell);
  await vi.advanceTimersByTimeAsync(100);
  expect(await answer).toBe('done');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(tell).not.toHaveBeenCalled();
});

it('reports slow work once, and passes its result on', async () => {
  const tell = vi.fn();
  const answer = whenLate(workOf(3_000), tell);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(tell).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await answer).toBe('done');
  expect(tell).toHaveBeenCalledTimes(1);
});

it('passes a failure on, and reports nothing after it', async () => {
  const tell = vi.fn();
  const answer = whenLate(workOf(100, true), tell);
  const failed = expect(answer).rejects.toThrow('gone');
  await vi.advanceTimersByTimeAsync(5_000);
  await failed;
  expect(tell).not.toHaveBeenCalled();
});
