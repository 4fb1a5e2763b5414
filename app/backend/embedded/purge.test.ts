import { afterEach, beforeEach, expect, it } from 'vitest';
import { attemptDraft } from '~tests/answers/attempt-draft';
import { openTestBackend, type TestBackend } from '~tests/servers/embedded-backend';

const DAY_MS = 24 * 60 * 60 * 1000;

let backend: TestBackend;
beforeEach(async () => {
  backend = await openTestBackend({ demo: false });
});
afterEach(() => backend.close());

type Table =
  'backend_registrations' | 'backend_mails' | 'backend_tokens' | 'backend_invitations' | 'backend_payment_keys';
const countRows = async (table: Table) => (await backend.store.db.selectFrom(table).selectAll().execute()).length;

it('deletes sign-ups that no visitor can resume, and keeps paid ones', async () => {
  await backend.signUp();
  const declined = await backend.signUp();
  const nonce = await backend.makeNonce('4000111111111115');
  await backend.pay(declined, await backend.requestFor(declined, { nonce }));
  const paid = await backend.signUp();
  await backend.pay(paid, await backend.requestFor(paid));
  expect(await countRows('backend_registrations')).toBe(3);
  expect(await countRows('backend_mails')).toBe(3);
  expect(await backend.purge()).toBe(0);

  backend.advance(31 * DAY_MS);
  const late = await backend.signUp();
  expect(await backend.purge()).toBeGreaterThanOrEqual(4);
  const registrations = await backend.store.db.selectFrom('backend_registrations').select('id').execute();
  expect(registrations.map(({ id }) => id).sort()).toEqual([late.signupId, paid.signupId].sort());
  expect(await backend.attempts()).toMatchObject([{ state: 'settled' }]);
  expect(await countRows('backend_mails')).toBe(0);
  // The co-parent's link has expired but can still request a new one.
  expect(await countRows('backend_invitations')).toBe(1);
  expect(await countRows('backend_tokens')).toBe(1);

  backend.advance(200 * DAY_MS);
  await backend.purge();
  expect([await countRows('backend_invitations'), await countRows('backend_tokens')]).toEqual([0, 0]);
  expect(await countRows('backend_registrations')).toBe(1);
  const accounts = await backend.store.db.selectFrom('backend_accounts').select('email').execute();
  expect(accounts).toHaveLength(1);
});

it.each([
  ['declined', []],
  ['voided', []],
  ['taken-late', ['tried']],
  ['orphaned', ['tried']],
] as const)('deletes or keeps an invite without an answer for half a year after a %s try', async (state, left) => {
  const inviter = await backend.signUp();
  await backend.pay(inviter, await backend.requestFor(inviter));
  const { db } = backend.store;
  const { id } = await db.selectFrom('backend_invitations').select('id').executeTakeFirstOrThrow();
  const at = backend.clock.now().toISOString();
  const attempt = { order_id: 'tried', number: 1, state, created_at: at, updated_at: at };
  await db
    .insertInto('backend_payment_attempts')
    .values({ ...attemptDraft(id), payer: 'invitation', ...attempt })
    .execute();
  await db
    .insertInto('backend_payment_keys')
    .values({ signup_id: id, idempotency_key: 'key', order_id: 'tried' })
    .execute();
  backend.advance(200 * DAY_MS);
  await backend.purge();
  const payments = await backend.attempts();
  expect(payments.flatMap(({ order_id, signup_id }) => (signup_id === id ? order_id : []))).toEqual(left);
  expect(await countRows('backend_invitations')).toBe(left.length);
  // The other key is that of the inviter.
  expect(await countRows('backend_payment_keys')).toBe(left.length + 1);
});

it('deletes a sign-up whose payment was refunded without an order after 30 days, but not the payment’s figures', async () => {
  const [paid, refunded] = [await backend.signUp(), await backend.signUp()];
  await backend.pay(paid, await backend.requestFor(paid));
  const nonce = await backend.makeNonce('4000111111111115');
  await backend.pay(refunded, await backend.requestFor(refunded, { nonce }));
  const change = { state: 'refunded', card_last_four: '1111' } as const;
  await backend.store.db.updateTable('backend_payment_attempts').set(change).execute();
  const left = async () =>
    (await backend.store.db.selectFrom('backend_registrations').select('id').execute()).map(({ id }) => id).sort();
  backend.advance(29 * DAY_MS);
  await backend.purge();
  expect(await left()).toEqual([paid.signupId, refunded.signupId].sort());
  backend.advance(2 * DAY_MS);
  // An operator, who must reach the payer, has not dealt with a failed refund.
  const { order_id } = (await backend.attempts()).find(({ signup_id }) => signup_id === refunded.signupId)!;
  const at = backend.clock.now().toISOString();
  const waiting = {
    order_id,
    transaction_id: 'sale',
    state: 'refund-failed',
    submitted_at: at,
    updated_at: at,
  } as const;
  const { db } = backend.store;
  await db
    .insertInto('backend_settlements')
    .values({ ...waiting, reason: null, next_look_at: null, waiting_since: at })
    .execute();
  await backend.purge();
  expect(await left()).toHaveLength(2);
  await db.deleteFrom('backend_settlements').execute();
  await backend.purge();
  expect(await left()).toEqual([paid.signupId]);
  const attempts = await backend.attempts();
  expect(attempts).toHaveLength(2);
  const kept = attempts.find(({ signup_id }) => signup_id === refunded.signupId);
  expect(kept).toMatchObject({ state: 'refunded', amount: 17_955, card_last_four: null });
  expect(kept!.pricing).toContain('"country":"US"');
  expect(JSON.stringify(kept)).not.toMatch(/Elm Street|6125550100|@example/);
  expect(await countRows('backend_payment_keys')).toBe(1);
});

it('deletes an invite whose payment was refunded without an order, but not the payment’s figures', async () => {
  const inviter = await backend.signUp();
  await backend.pay(inviter, await backend.requestFor(inviter));
  const { db } = backend.store;
  const { id } = await db.selectFrom('backend_invitations').select('id').executeTakeFirstOrThrow();
  const at = backend.clock.now().toISOString();
  const attempt = { order_id: 'tried', number: 1, state: 'refunded', created_at: at, updated_at: at } as const;
  await db
    .insertInto('backend_payment_attempts')
    .values({ ...attemptDraft(id), payer: 'invitation', ...attempt })
    .execute();
  backend.advance(200 * DAY_MS);
  await backend.purge();
  expect(await countRows('backend_invitations')).toBe(0);
  expect((await backend.attempts()).map(({ order_id }) => order_id)).toContain('tried');
});

it('deletes a failed try of an invite that an erasure has deleted, but not its money', async () => {
  const at = backend.clock.now().toISOString();
  for (const state of ['declined', 'orphaned'] as const) {
    const attempt = { order_id: state, number: 1, state, created_at: at, updated_at: at };
    await backend.store.db
      .insertInto('backend_payment_attempts')
      .values({ ...attemptDraft(`erased-${state}`), payer: 'invitation', ...attempt })
      .execute();
  }
  backend.advance(29 * DAY_MS);
  await backend.purge();
  expect(await backend.attempts()).toHaveLength(2);
  backend.advance(2 * DAY_MS);
  await backend.purge();
  expect(await backend.attempts()).toMatchObject([{ state: 'orphaned' }]);
});
