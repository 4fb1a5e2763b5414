import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startAttempt } from '~/backend/embedded/payments/attempts/attempt-store.server';
import { attemptDraft } from '~tests/answers/attempt-draft';
import { openTestBackend } from '~tests/servers/embedded-backend';

it('returns the attempt that another replica is writing, even if it was declined', async () => {
  const backend = await openTestBackend();
  const { db } = backend.store;
  const { signupId } = await backend.signUp();
  const draft = attemptDraft(signupId);
  const at = '2026-03-01T12:00:00.000Z';
  const declined = { order_id: 'first', number: 1, state: 'declined' as const, created_at: at, updated_at: at };
  const key = { signup_id: signupId, idempotency_key: 'key-1', order_id: 'first' };
  const pressing = await db.transaction().execute(async (first) => {
    await first.updateTable('backend_registrations').set({ updated_at: at }).where('id', '=', signupId).execute();
    const second = startAttempt(
      db,
      { clock: { read: async () => ({ now: new Date(at), steadyMs: Infinity }) }, leaseMs: 1000, by: 'host:1' },
      draft,
      'key-1',
    );
    await expect.poll(countWaiting).toBe(1);
    await first
      .insertInto('backend_payment_attempts')
      .values({ ...draft, ...declined })
      .execute();
    await first.insertInto('backend_payment_keys').values(key).execute();
    return { second };
  });
  expect(await pressing.second).toMatchObject({ isNew: false, attempt: declined });
  expect(await backend.attempts()).toHaveLength(1);
  await backend.close();

  async function countWaiting(): Promise<number> {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows.length;
  }
});
