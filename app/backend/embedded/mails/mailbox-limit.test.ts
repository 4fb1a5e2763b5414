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

/** Counts an invite in a process whose clock differs from the store's. @returns its delay in milliseconds */
async function count(aheadMs = 0): Promise<number> {
  const storeClock = { read: () => Promise.resolve({ now: NOW, steadyMs: Infinity }) };
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
