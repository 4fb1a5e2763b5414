import { expect, test, vi } from 'vitest';
import { limitTime } from './limit-time';

test('names the operation that timed out in the error', async () => {
  const limit = limitTime(() => 20);
  const path = ['registrations', 'pay'];
  await expect(limit({ path, next: () => new Promise(() => undefined) })).rejects.toMatchObject({
    name: 'FailedCall',
    message: 'registrations.pay: no response within 20 ms',
    reason: 'late',
    wasSent: true,
  });
  expect(await limit({ path, next: () => Promise.resolve(1) })).toBe(1);
});

test('makes no call without time left, and waits without a limit', async () => {
  const path = ['registrations', 'pay'];
  const next = vi.fn(() => Promise.resolve(1));
  await expect(limitTime(() => 0)({ path, next })).rejects.toMatchObject({ reason: 'late', wasSent: false });
  expect(next).not.toHaveBeenCalled();
  expect(await limitTime(() => Infinity)({ path, next })).toBe(1);
});
