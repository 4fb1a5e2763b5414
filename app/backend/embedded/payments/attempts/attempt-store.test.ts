import { afterEach, beforeEach, expect, it } from 'vitest';
import { isUniqueViolation } from '~/store/unique-violation';
import { attemptDraft } from '~tests/answers/attempt-draft';
import { openTestBackend, type TestBackend } from '~tests/servers/embedded-backend';
import { findHistory } from './attempt-history.server';
import { claimAttempt, findAbandonedAttempts, releaseAttempt, saveAttempt } from './attempt-leases.server';
import { PayerGone, startAttempt } from './attempt-store.server';
import type { PaymentAttempt } from './payment-attempt';

const LEASE_MS = 10_000;
let now: Date;
const clock = { read: async () => ({ now, steadyMs: Infinity }) };
const writer = { clock, leaseMs: LEASE_MS, by: 'host:1' };
let backend: TestBackend;
beforeEach(async () => {
  now = new Date('2026-03-01T12:00:00Z');
  backend = await openTestBackend();
  const payer = { id: 'signup', key_hash: '', email: 'ann@example.com', answers: '{}', anonymous_id: null };
  const confirmed = { parent_duplicate_confirmed: 0, co_parent_duplicate_confirmed: 0, account_id: null };
  const at = { created_at: now.toISOString(), updated_at: now.toISOString() };
  await backend.store.db
    .insertInto('backend_registrations')
    .values({ ...payer, ...confirmed, ...at })
    .execute();
});
afterEach(() => backend.close());

const start = (idempotencyKey: string) => {
  const draft = attemptDraft('signup');
  const request = JSON.stringify({ ...(JSON.parse(draft.request) as object), idempotencyKey });
  return startAttempt(backend.store.db, writer, { ...draft, request }, idempotencyKey);
};
const claim = () => claimAttempt(backend.store.db, writer, 'signup-1');

it('allows one live attempt per sign-up, and one attempt ever of each key', async () => {
  const decline = ({ attempt }: { attempt: PaymentAttempt }) =>
    saveAttempt(backend.store.db, writer, attempt, { state: 'declined' });
  const first = await start('one');
  expect(first.isNew).toBe(true);
  expect(await start('two')).toMatchObject({ isNew: false, attempt: { order_id: 'signup-1' } });
  await decline(first);
  expect(await start('one')).toMatchObject({ isNew: false, attempt: { order_id: 'signup-1' } });
  // It joined the first attempt, so its card has not been tried.
  const second = await start('two');
  expect(second).toMatchObject({ isNew: true, attempt: { order_id: 'signup-2', number: 2 } });
  expect(await start('three')).toMatchObject({ isNew: false, attempt: { order_id: 'signup-2' } });
  await decline(second);
  expect(await start('two')).toMatchObject({ isNew: false, attempt: { order_id: 'signup-2' } });
  expect(await start('three')).toMatchObject({ isNew: true, attempt: { order_id: 'signup-3', number: 3 } });
});

it('gives a lease to one process at a time, and to another after it expires', async () => {
  const { attempt } = await start('one');
  now = new Date(now.getTime() + LEASE_MS - 1);
  expect(await claim()).toBeUndefined();
  expect(await findAbandonedAttempts(backend.store.db, clock, 10)).toEqual([]);
  now = new Date(now.getTime() + 1);
  expect(await findAbandonedAttempts(backend.store.db, clock, 10)).toEqual(['signup-1']);
  const taken = await claim();
  expect(taken).toMatchObject({ state: 'started' });
  expect(await saveAttempt(backend.store.db, writer, attempt, { state: 'authorised' })).toBeUndefined();
  await releaseAttempt(backend.store.db, attempt);
  expect(await claim()).toBeUndefined();
  await releaseAttempt(backend.store.db, taken!);
  expect(await claim()).toBeDefined();
});

it('renews the lease with every step, and rejects transitions outside the table', async () => {
  const { attempt } = await start('one');
  now = new Date(now.getTime() + LEASE_MS - 1);
  const saved = await saveAttempt(backend.store.db, writer, attempt, { state: 'authorised' });
  now = new Date(now.getTime() + LEASE_MS - 1);
  expect(await claim()).toBeUndefined();
  await expect(saveAttempt(backend.store.db, writer, saved!, { state: 'declined' })).rejects.toThrow(
    'cannot go from authorised to declined',
  );
});

it('writes no attempt of a payer who was deleted', async () => {
  const draft = attemptDraft('deleted');
  for (const payer of ['registration', 'invitation'] as const)
    await expect(startAttempt(backend.store.db, writer, { ...draft, payer }, 'one')).rejects.toThrow(PayerGone);
  expect(await backend.attempts()).toEqual([]);
});

it('rejects a second live attempt with a unique index', async () => {
  const { attempt } = await start('one');
  const second = { ...attempt, order_id: 'signup-2', number: 2 };
  const writing = backend.store.db.insertInto('backend_payment_attempts').values(second).execute();
  await expect(writing).rejects.toSatisfy(isUniqueViolation);
});

it('writes an immutable history line with every step', async () => {
  const { db } = backend.store;
  const { attempt } = await start('one');
  now = new Date(now.getTime() + 1000);
  await saveAttempt(db, { ...writer, by: 'other:2' }, attempt, { state: 'declined', reason: '2000' });
  expect(await saveAttempt(db, writer, attempt, { state: 'authorised' })).toBeUndefined();
  const lines = [
    { number: 1, at: '2026-03-01T12:00:00.000Z', from_state: null, to_state: 'started', reason: null, by: 'host:1' },
    {
      number: 2,
      at: '2026-03-01T12:00:01.000Z',
      from_state: 'started',
      to_state: 'declined',
      reason: '2000',
      by: 'other:2',
    },
  ];
  expect(await findHistory(db, 'signup-1')).toMatchObject(lines);
  await expect(db.updateTable('backend_payment_history').set({ by: 'nobody' }).execute()).rejects.toThrow(
    'append-only',
  );
  await expect(db.deleteFrom('backend_payment_history').execute()).rejects.toThrow('append-only');
  expect(await findHistory(db, 'signup-1')).toMatchObject(lines);
});
