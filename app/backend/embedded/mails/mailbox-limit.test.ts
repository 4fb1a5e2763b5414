import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '~tests/servers/test-store';
import { countMailTo, MAILS_A_DAY } from './mailbox-limit.server';

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = new Date('2026-03-01T12:00:00Z');
const codeHashing = { hash: (text: string) => text } as Parameters<typeof countMailTo>[1]['codeHashing'];

let test: TestStore;
beforeEach(async () => {
  test = await openTestStore();
});
afterEach(() => test.close());

/**
 * Counts an invite in a process whose clock differs from the store's, and after the store's clock was set.
 *
 * @returns its delay in milliseconds
 */
async function count(aheadMs = 0, setMs = 0): Promise<number> {
  const storeClock = { read: () => Promise.resolve({ now: new Date(NOW.getTime() + setMs), steadyMs: Infinity }) };
  const here = new Date(NOW.getTime() + aheadMs);
  const context = { clock: { now: () => here }, storeClock, codeHashing, limitsMails: true };
  return countMailTo(test.store.db, context, 'invite', 'ben@example.com');
}

it('delays mails over the limit by a day', async () => {
  for (let sent = 0; sent < MAILS_A_DAY.invite; sent += 1) expect(await count()).toBe(0);
  expect(await count()).toBe(DAY_MS);
});

it.each([3 * DAY_MS, -3 * DAY_MS])('delays no mail after one of a process whose clock differs by %i ms', async (ms) => {
  expect(await count(ms)).toBe(0);
  expect(await count()).toBe(0);
  expect(await count(ms)).toBe(0);
});

it.each([
  ['a moment', 5],
  ['an hour', DAY_MS / 24],
  ['days', 3 * DAY_MS],
])('delays no mail within the limit whose count comes %s before the last one', async (_what, ms) => {
  expect(await count()).toBe(0);
  expect(await count(0, -ms)).toBe(0);
});

it('restarts the count of a full mailbox after the store’s clock was set back by days', async () => {
  for (let sent = 0; sent <= MAILS_A_DAY.invite; sent += 1) await count();
  for (let sent = 0; sent < MAILS_A_DAY.invite; sent += 1) expect(await count(0, -5 * DAY_MS)).toBe(0);
  expect(await count(0, -5 * DAY_MS)).toBe(DAY_MS);
});
