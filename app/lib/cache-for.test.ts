import { expect, test, vi } from 'vitest';
import { cacheFor } from './cache-for';

test('shares one check between concurrent and later callers', async () => {
  const check = vi.fn(() => Promise.resolve());
  const shared = cacheFor(60_000, check);
  await Promise.all([shared(), shared(), shared()]);
  await shared();
  expect(check).toHaveBeenCalledTimes(1);
});

test('shares a failure until it expires', async () => {
  let fails = true;
  const check = vi.fn(() => (fails ? Promise.reject(new Error('down')) : Promise.resolve()));
  const shared = cacheFor(30, check);
  await expect(shared()).rejects.toThrow('down');
  await expect(shared()).rejects.toThrow('down');
  expect(check).toHaveBeenCalledTimes(1);
  fails = false;
  await vi.waitUntil(() =>
    shared().then(
      () => true,
      () => false,
    ),
  );
  expect(check).toHaveBeenCalledTimes(2);
});

test('never runs a slow check twice at once', async () => {
  let finish = () => undefined as void;
  const check = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  const shared = cacheFor(0, check);
  const first = shared();
  const second = shared();
  expect(check).toHaveBeenCalledTimes(1);
  finish();
  await Promise.all([first, second]);
  void shared();
  expect(check).toHaveBeenCalledTimes(2);
  finish();
});
