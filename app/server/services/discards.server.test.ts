import { ORPCError } from '@orpc/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FailedCall } from '~/backend/failed-call';
import { createSealing } from '~/lib/sealing.server';
import { latch } from '~tests/latch';
import { openTestStore, type TestStore } from '~tests/servers/test-store';
import { createDiscards } from './discards.server';

const REGISTRATION = { signupId: 'signup-1', registrationKey: 'a-secret-key' };
const SECRET = 'a secret for tests alone, thirty-two';
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const refusal = (code: string) => new ORPCError(code, { defined: true });
const dead = () =>
  new FailedCall({ call: 'registrations.discard', reason: 'unreachable', message: 'no connection', wasSent: false });

let test: TestStore;
let now: number;
beforeEach(async () => {
  test = await openTestStore();
  now = Date.parse('2026-03-01T12:00:00Z');
});
afterEach(() => test.close());

const pass = (ms: number) => void (now += ms);
const rows = () => test.store.db.selectFrom('discards').selectAll().execute();

/** @param outcomes of the calls, in their order. Undefined is a success. */
function open(outcomes: (Error | undefined)[] = [], { secret = SECRET, wait = () => Promise.resolve() } = {}) {
  const discard = vi.fn(async () => {
    const error = outcomes.shift();
    await wait();
    if (error) throw error;
    return {};
  });
  const warn = vi.fn();
  const discards = createDiscards({
    store: { db: test.store.db, clock: { read: () => Promise.resolve({ now: new Date(now), steadyMs: Infinity }) } },
    sealing: createSealing([secret], 'discard'),
    backend: { registrations: { discard } as never },
    log: { warn },
  });
  /** Runs the rounds of some hours, one each minute. */
  const runForHours = async (hours: number) => {
    for (let minute = 0; minute < hours * 60; minute += 1) {
      pass(MINUTE);
      await discards.run();
    }
  };
  return { discards, discard, warn, runForHours };
}

it('deletes a registration with its key, after the time that a payment takes to reach the backend', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { discards, discard } = open();
    await discards.add([REGISTRATION]);
    vi.advanceTimersByTime(4 * SECOND);
    await discards.run();
    expect(discard).not.toHaveBeenCalled();
    vi.advanceTimersByTime(SECOND);
    await discards.settle();
    expect(discard.mock.calls).toEqual([
      [{ params: { signupId: 'signup-1' }, headers: { 'x-registration-key': 'a-secret-key' } }],
    ]);
    expect(await rows()).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

it('deletes a registration that no payment can use at once', async () => {
  const { discards, discard } = open();
  await discards.add([REGISTRATION], { atOnce: true });
  await expect.poll(rows).toEqual([]);
  expect(discard).toHaveBeenCalledTimes(1);
});

it('deletes what a killed process left, and what it was sending', async () => {
  const silent = latch();
  const killed = open([], { wait: () => silent.opened });
  await killed.discards.add([REGISTRATION]);
  await killed.discards.add([{ ...REGISTRATION, signupId: 'signup-2' }], { atOnce: true });
  await expect.poll(() => killed.discard.mock.calls.length).toBe(1);
  const { discards, discard } = open();
  await discards.run();
  expect(discard).not.toHaveBeenCalled();
  pass(MINUTE);
  await discards.run();
  expect(discard).toHaveBeenCalledTimes(2);
  expect(await rows()).toEqual([]);
});

it('sends each deletion from one of two processes', async () => {
  const [one, other] = [open(), open()];
  for (let at = 0; at < 50; at += 1) await one.discards.add([{ ...REGISTRATION, signupId: `signup-${at}` }]);
  pass(5 * SECOND);
  await Promise.all([one.discards.run(), other.discards.run()]);
  expect(one.discard.mock.calls.length + other.discard.mock.calls.length).toBe(50);
  expect(await rows()).toEqual([]);
});

it('stores id and key only sealed', async () => {
  const { discards } = open();
  await discards.add([REGISTRATION]);
  const stored = JSON.stringify(await rows());
  expect(stored).not.toContain(REGISTRATION.signupId);
  expect(stored).not.toContain(REGISTRATION.registrationKey);
});

it('forgets a registration whose secret was dropped', async () => {
  await open().discards.add([REGISTRATION]);
  const { discards, discard } = open([], { secret: SECRET.toUpperCase() });
  pass(MINUTE);
  await discards.run();
  expect(discard).not.toHaveBeenCalled();
  expect(await rows()).toEqual([]);
});

it('stores nothing if the transaction is rolled back', async () => {
  const { discards } = open();
  const failing = test.store.db.transaction().execute(async (transaction) => {
    await discards.addIn(transaction, [REGISTRATION]);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect(await rows()).toEqual([]);
});

it('retries a dead backend a few times, and gives up with a warning without the key', async () => {
  const { discards, discard, warn, runForHours } = open([dead(), dead(), dead(), dead(), dead()]);
  await discards.add([REGISTRATION]);
  await runForHours(2);
  expect(discard).toHaveBeenCalledTimes(4);
  expect(warn).toHaveBeenCalledTimes(1);
  expect(JSON.stringify(warn.mock.calls)).not.toContain(REGISTRATION.registrationKey);
  expect(await rows()).toEqual([]);
});

it('pauses for longer after each try', async () => {
  const { discards, discard } = open([dead(), dead(), dead()]);
  await discards.add([REGISTRATION], { atOnce: true });
  await expect.poll(() => discard.mock.calls.length).toBe(1);
  for (const [minutes, calls] of [
    [1, 2],
    [9, 2],
    [1, 3],
    [59, 3],
    [1, 4],
  ] as const) {
    pass(minutes * MINUTE);
    await discards.run();
    expect(discard).toHaveBeenCalledTimes(calls);
  }
});

it('does not wait for a clock that was set back', async () => {
  const { discards, discard } = open();
  await discards.add([REGISTRATION]);
  pass(-24 * 60 * MINUTE);
  await discards.run();
  expect(discard).toHaveBeenCalledTimes(1);
});

it.each(['FORBIDDEN', 'NOT_FOUND'])('accepts %s, also from a backend without the call', async (code) => {
  const { discards, discard, warn, runForHours } = open([refusal(code)]);
  await discards.add([REGISTRATION]);
  await runForHours(2);
  expect(discard).toHaveBeenCalledTimes(1);
  expect(warn).not.toHaveBeenCalled();
});

it('tries again after a payment in progress, which may fail', async () => {
  const { discards, discard, warn, runForHours } = open([refusal('PAYMENT_BEGUN'), undefined]);
  await discards.add([REGISTRATION]);
  await runForHours(2);
  expect(discard).toHaveBeenCalledTimes(2);
  expect(warn).not.toHaveBeenCalled();
});

it('tries each of its deletions when the process stops, and keeps the failed one for the next process', async () => {
  const { discards, discard } = open([dead()]);
  await discards.add([REGISTRATION, { ...REGISTRATION, signupId: 'signup-2' }]);
  await discards.settle();
  expect(discard).toHaveBeenCalledTimes(2);
  expect(await rows()).toHaveLength(1);
  const next = open();
  pass(MINUTE);
  await next.discards.run();
  expect(await rows()).toEqual([]);
});

it('delays no request if the store fails, and logs the failure', async () => {
  const { discards, warn } = open();
  await test.store.db.schema.alterTable('discards').renameTo('lost').execute();
  await discards.add([REGISTRATION]);
  await discards.run();
  expect(warn.mock.calls.map((call) => call[1] as string)).toEqual([
    'failed to store the registrations to delete',
    'failed to read the registrations to delete',
  ]);
});
