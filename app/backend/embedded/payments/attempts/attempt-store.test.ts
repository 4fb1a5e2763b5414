import { afterEach, beforeEach, expect, it } from 'vitest';
import { isUniqueViolation } from '~/store/unique-violation';
import { attemptDraft } from '~tests/answers/attempt-draft';
import { openTestBackend, type TestBackend } from '~tests/servers/embedded-backend';
import { claimAttempt, findAbandonedAttempts, releaseAttempt, saveAttempt } from './attempt-leases.server';
import { startAttempt } from './attempt-store.server';

const LEASE_MS = 10_000;
let now: Date;
const clock = { now: () => now };
let backend: TestBackend;
beforeEach(async () => {
  now = new Date('2026-03-01T12:00:00Z');
  backend = await openTestBackend();
});
afterEach(() => backend.close());

const start = (key: string) => startAttempt(backend.store.db, clock, attemptDraft('signup'), key, LEASE_MS);
const claim = () => claimAttempt(backend.store.db, clock, 'signup-1', LEASE_MS);

it('lets a sign-up have one live attempt, and a key one attempt for ever', async () => {
  const { attempt, isNew } = await start('one');
  expect(isNew).toBe(true);
  expect(await start('two')).toMatchObject({ isNew: false, attempt: { order_id: 'signup-1' } });
  await saveAttempt(backend.store.db, clock, attempt, { state: 'declined' }, LEASE_MS);
  expect(await start('one')).toMatchObject({ isNew: false, attempt: { order_id: 'signup-1' } });
  expect(await start('two')).toMatchObject({ isNew: false, attempt: { order_id: 'signup-1' } });
  expect(await start('three')).toMatchObject({ isNew: true, attempt: { order_id: 'signup-2', number: 2 } });
});

it('gives a lease to one at a time, and to another when it has run out', async () => {
  const { attempt } = await start('one');
  now = new Date(now.getTime() + LEASE_MS - 1);
  expect(await claim()).toBeUndefined();
  expect(await findAbandonedAttempts(backend.store.db, clock)).toEqual([]);
  now = new Date(now.getTime() + 1);
  expect(await findAbandonedAttempts(backend.store.db, clock)).toEqual(['signup-1']);
  const taken = await claim();
  expect(taken).toMatchObject({ state: 'started' });
  expect(await saveAttempt(backend.store.db, clock, attempt, { state: 'authorised' }, LEASE_MS)).toBeUndefined();
  await releaseAttempt(backend.store.db, attempt);
  expect(await claim()).toBeUndefined();
  await releaseAttempt(backend.store.db, taken!);
  expect(await claim()).toBeDefined();
});

it('renews the lease with every step, and knows no way that the table does not', async () => {
  const { attempt } = await start('one');
  now = new Date(now.getTime() + LEASE_MS - 1);
  const saved = await saveAttempt(backend.store.db, clock, attempt, { state: 'authorised' }, LEASE_MS);
  now = new Date(now.getTime() + LEASE_MS - 1);
  expect(await claim()).toBeUndefined();
  await expect(saveAttempt(backend.store.db, clock, saved!, { state: 'declined' }, LEASE_MS)).rejects.toThrow(
    'cannot go from authorised to declined',
  );
});

it('has an index that refuses what two replicas would write at once', async () => {
  const { attempt } = await start('one');
  const second = { ...attempt, order_id: 'signup-2', number: 2 };
  const writing = backend.store.db.insertInto('backend_payment_attempts').values(second).execute();
  await expect(writing).rejects.toSatisfy(isUniqueViolation);
});
