import { ORPCError } from '@orpc/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FailedCall } from '~/backend/failed-call';
import { createDiscards } from './discards.server';

const REGISTRATION = { signupId: 'signup-1', registrationKey: 'a-secret-key' };
const SECOND = 1000;
const refusal = (code: string) => new ORPCError(code, { defined: true });
const dead = () =>
  new FailedCall({ call: 'registrations.discard', reason: 'unreachable', message: 'no connection', wasSent: false });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** @param outcomes of the calls, in their order. Undefined is a success. */
function open(outcomes: (Error | undefined)[]) {
  const discard = vi.fn(async () => {
    const error = outcomes.shift();
    if (error) throw error;
    return {};
  });
  const warn = vi.fn();
  const discards = createDiscards({ backend: { registrations: { discard } as never }, log: { warn } });
  return { discards, discard, warn };
}

it('deletes a registration with its key, after the time that a payment takes to reach the backend', async () => {
  const { discards, discard } = open([undefined]);
  discards.add(REGISTRATION);
  await vi.advanceTimersByTimeAsync(4 * SECOND);
  expect(discard).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2 * 60 * 60 * SECOND);
  expect(discard.mock.calls).toEqual([
    [{ params: { signupId: 'signup-1' }, headers: { 'x-registration-key': 'a-secret-key' } }],
  ]);
});

it('deletes a registration that no payment can use at once', async () => {
  const { discards, discard } = open([undefined]);
  discards.add(REGISTRATION, { atOnce: true });
  await vi.advanceTimersByTimeAsync(0);
  expect(discard).toHaveBeenCalledTimes(1);
});

it('pauses as long between tries if the first one was at once', async () => {
  const { discards, discard } = open([dead(), undefined]);
  discards.add(REGISTRATION, { atOnce: true });
  await vi.advanceTimersByTimeAsync(59 * SECOND);
  expect(discard).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2 * SECOND);
  expect(discard).toHaveBeenCalledTimes(2);
});

it('retries a dead backend a few times, and gives up with a warning without the key', async () => {
  const { discards, discard, warn } = open([dead(), dead(), dead(), dead(), dead()]);
  discards.add(REGISTRATION);
  await vi.advanceTimersByTimeAsync(2 * 60 * 60 * SECOND);
  expect(discard).toHaveBeenCalledTimes(4);
  expect(warn).toHaveBeenCalledTimes(1);
  expect(JSON.stringify(warn.mock.calls)).not.toContain(REGISTRATION.registrationKey);
});

it.each(['FORBIDDEN', 'NOT_FOUND'])('accepts %s, also from a backend without the call', async (code) => {
  const { discards, discard, warn } = open([refusal(code)]);
  discards.add(REGISTRATION);
  await vi.advanceTimersByTimeAsync(2 * 60 * 60 * SECOND);
  expect(discard).toHaveBeenCalledTimes(1);
  expect(warn).not.toHaveBeenCalled();
});

it('tries again after a payment in progress, which may fail', async () => {
  const { discards, discard, warn } = open([refusal('PAYMENT_BEGUN'), undefined]);
  discards.add(REGISTRATION);
  await vi.advanceTimersByTimeAsync(2 * 60 * 60 * SECOND);
  expect(discard).toHaveBeenCalledTimes(2);
  expect(warn).not.toHaveBeenCalled();
});

it('tries for the last time when the process stops', async () => {
  const { discards, discard } = open([dead()]);
  discards.add(REGISTRATION);
  discards.add({ ...REGISTRATION, signupId: 'signup-2' });
  await discards.settle();
  expect(discard).toHaveBeenCalledTimes(2);
});

it('drops registrations beyond a limit while the backend is dead', () => {
  const { discards, warn } = open([]);
  for (let at = 0; at <= 1000; at += 1) discards.add(REGISTRATION);
  expect(warn.mock.calls).toEqual([[{ waiting: 1000 }, 'deletion of a registration dropped']]);
});
