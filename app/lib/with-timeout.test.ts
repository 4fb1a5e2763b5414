import { expect, test } from 'vitest';
import { withTimeout } from './with-timeout';

const never = () => new Promise<never>(() => undefined);

test('passes on results and failures within the limit', async () => {
  expect(await withTimeout(60_000, () => Promise.resolve('done'))).toBe('done');
  const failure = new Error('refused');
  await expect(withTimeout(60_000, () => Promise.reject(failure))).rejects.toBe(failure);
  const thrown = () => {
    throw failure;
  };
  await expect(withTimeout(60_000, thrown)).rejects.toBe(failure);
});

test('rejects when work never ends', async () => {
  await expect(withTimeout(5, never)).rejects.toThrow('no response within 5 ms');
  await expect(withTimeout(5, never, () => new Error('The store did not respond'))).rejects.toThrow('The store');
});

test('reports work that ends because of the signal as timed out', async () => {
  const endOnAbort = (signal: AbortSignal) =>
    new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
  await expect(withTimeout(5, endOnAbort)).rejects.toThrow('no response within 5 ms');
});

test('keeps the error of an inner limit', async () => {
  const inner = () => withTimeout(5, never, () => new Error('the inner one'));
  await expect(withTimeout(60_000, inner)).rejects.toThrow('the inner one');
});
