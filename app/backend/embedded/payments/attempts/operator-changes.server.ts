import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Db } from '~/store/open-store.server';
import type { Schema } from '~/store/schema';
import { appendHistory, type AttemptWriter } from './attempt-history.server';
import { isFree, leaseEnd, answersChange } from './attempt-leases.server';
import type { AttemptState } from './attempt-states';
import type { PaymentAttempt } from './payment-attempt';

/** Takes the lease of an attempt for an operator, whatever its state. @returns undefined if a server or another operator holds it */
export async function claimForOperator(
  db: Db,
  { clock, leaseMs }: AttemptWriter,
  orderId: string,
): Promise<PaymentAttempt | undefined> {
  const { now } = await clock.read(db);
  return db
    .updateTable('backend_payment_attempts')
    .set({ lease_token: randomUUID(), lease_until: leaseEnd(now, leaseMs) })
    .where('order_id', '=', orderId)
    .where((is) => isFree(is, now))
    .returningAll()
    .executeTakeFirst();
}

/**
 * Records what an operator did to a leased attempt, with a history entry. Call it in a transaction.
 *
 * @param change.keepsLease renews the lease; without it the lease is returned
 * @returns undefined if the lease was lost meanwhile: then nothing is written
 */
export async function saveForOperator(
  db: Kysely<Schema>,
  { clock, leaseMs, by }: AttemptWriter,
  attempt: PaymentAttempt,
  { state, note, keepsLease }: { state: AttemptState; note: string; keepsLease: boolean },
): Promise<PaymentAttempt | undefined> {
  const { now } = await clock.read(db);
  const at = now.toISOString();
  const lease = keepsLease ? { lease_until: leaseEnd(now, leaseMs) } : { lease_token: null, lease_until: null };
  const { order_id: orderId, state: from } = attempt;
  const saved = await db
    .updateTable('backend_payment_attempts')
    .set({ ...lease, state, ...answersChange(state, attempt), updated_at: state === from ? attempt.updated_at : at })
    .where('order_id', '=', orderId)
    .where('state', '=', from)
    .where('lease_token', '=', attempt.lease_token)
    .returningAll()
    .executeTakeFirst();
  if (saved) await appendHistory(db, { orderId, at, from, to: state, reason: note, by });
  return saved;
}
