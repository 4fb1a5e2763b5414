import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Clock } from '~/domain/clock';
import type { Db } from '~/store/open-store.server';
import type { Schema } from '~/store/schema';
import { appendHistory, inTransaction } from './attempt-history.server';
import { requireTransition, UNFINISHED_STATES, type AttemptState } from './attempt-states';
import type { AttemptWriter } from './attempt-writer';
import type { PaymentAttempt } from './payment-attempt';

/** Takes the lease of an unfinished attempt. @returns undefined if it is leased already or finished */
export async function claimAttempt(
  db: Db,
  { clock, leaseMs }: AttemptWriter,
  orderId: string,
): Promise<PaymentAttempt | undefined> {
  const now = clock.now();
  return db
    .updateTable('backend_payment_attempts')
    .set({ lease_token: randomUUID(), lease_until: leaseEnd(now, leaseMs), updated_at: now.toISOString() })
    .where('order_id', '=', orderId)
    .where('state', 'in', UNFINISHED_STATES)
    .where((is) => is.or([is('lease_until', 'is', null), is('lease_until', '<=', now.toISOString())]))
    .returningAll()
    .executeTakeFirst();
}

export interface AttemptChanges {
  state?: AttemptState;
  transaction_id?: string | null;
  card_last_four?: string | null;
  reason?: string;
  sealed_answer?: string;
  sealed_nonce?: null;
}

/**
 * Writes an attempt's new state with a line of its history, and renews its lease.
 *
 * @returns undefined if the lease was lost meanwhile: then nothing is written
 * @throws Error if the state does not allow the transition
 */
export async function saveAttempt(
  db: Kysely<Schema>,
  { clock, leaseMs, by }: AttemptWriter,
  attempt: PaymentAttempt,
  changes: AttemptChanges,
): Promise<PaymentAttempt | undefined> {
  if (changes.state !== undefined) requireTransition(attempt.state, changes.state);
  const now = clock.now();
  const at = now.toISOString();
  return inTransaction(db, async (transaction) => {
    const saved = await transaction
      .updateTable('backend_payment_attempts')
      .set({ ...changes, lease_until: leaseEnd(now, leaseMs), updated_at: at })
      .where('order_id', '=', attempt.order_id)
      .where('state', '=', attempt.state)
      .where('lease_token', '=', attempt.lease_token)
      .returningAll()
      .executeTakeFirst();
    const { order_id: orderId, state: from } = attempt;
    if (saved) await appendHistory(transaction, { orderId, at, from, to: saved.state, reason: saved.reason, by });
    return saved;
  });
}

/** Returns the lease early, so that the next look-up need not wait. */
export async function releaseAttempt(db: Db, attempt: PaymentAttempt): Promise<void> {
  await db
    .updateTable('backend_payment_attempts')
    .set({ lease_token: null, lease_until: null })
    .where('order_id', '=', attempt.order_id)
    .where('lease_token', '=', attempt.lease_token)
    .execute();
}

/** The order ids of unfinished attempts without a valid lease. */
export async function findAbandonedAttempts(db: Db, clock: Clock): Promise<string[]> {
  const now = clock.now().toISOString();
  const rows = await db
    .selectFrom('backend_payment_attempts')
    .select('order_id')
    .where('state', 'in', UNFINISHED_STATES)
    .where((is) => is.or([is('lease_until', 'is', null), is('lease_until', '<=', now)]))
    .orderBy('created_at')
    .execute();
  return rows.map(({ order_id }) => order_id);
}

export function leaseEnd(now: Date, ms: number): string {
  return new Date(now.getTime() + ms).toISOString();
}
