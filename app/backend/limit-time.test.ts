import { expect, test } from 'vitest';
import { limitTime } from './limit-time';

test('names the operation that timed out in the error', async () => {
  const limit = limitTime(20);
  const path = ['registrations', 'pay'];
  await expect(limit({ path, next: () => new Promise(() => undefined) })).rejects.toMatchObject({
    name: 'FailedCall',
    message: 'registrations.pay: no response within 20 ms',
    reason: 'late',
    wasSent: true,
  });
  expect(await limit({ path, next: () => Promise.resolve(1) })).toBe(1);
});
