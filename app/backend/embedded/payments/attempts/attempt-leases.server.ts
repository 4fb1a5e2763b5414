import { randomUUID } from 'node:crypto';
import type { Expression, ExpressionBuilder, SqlBool, Updateable } from 'kysely';
import type { Db, StoreClock } from '~/store/store';
import type { PaymentAttemptTable } from '~/store/backend-tables';
import type { Schema } from '~/store/schema';
import { appendHistory, inTransaction, type AttemptWriter } from './attempt-history.server';
import { ATTEMPT_STATES, requireTransition, UNFINISHED_STATES, type AttemptState } from './attempt-states';
import { withoutAnswers, type PaymentAttempt } from './payment-attempt';
import { MARGIN_MS } from './provider-calls';

type AttemptExpression = ExpressionBuilder<Schema, 'backend_payment_attempts'>;
type LeaseCondition = (is: AttemptExpression, now: Date) => Expression<SqlBool>;

/**
 * Takes the lease of an attempt that meets the condition.
 *
 * @param touches also sets `updated_at`. A closed attempt keeps it, because it is the time when the attempt was closed
 * @returns undefined if the attempt does not meet the condition
 */
export async function takeLease(
  db: Db,
  { clock, leaseMs }: AttemptWriter,
  orderId: string,
  condition: LeaseCondition,
  { touches = false } = {},
): Promise<PaymentAttempt | undefined> {
  const { now } = await clock.read(db);
  const lease = { lease_token: randomUUID(), lease_until: leaseEnd(now, leaseMs) };
  return db
    .updateTable('backend_payment_attempts')
    .set(touches ? { ...lease, updated_at: now.toISOString() } : lease)
    .where('order_id', '=', orderId)
    .where((is) => condition(is, now))
    .returningAll()
    .executeTakeFirst();
}

/** Takes the lease of an unfinished attempt. @returns undefined if it is already leased or finished */
export function claimAttempt(db: Db, writer: AttemptWriter, orderId: string): Promise<PaymentAttempt | undefined> {
  const isClaimable: LeaseCondition = (is, now) => is.and([is('state', 'in', UNFINISHED_STATES), isFree(is, now)]);
  return takeLease(db, writer, orderId, isClaimable, { touches: true });
}

/**
 * Takes the lease from its current holder if the attempt is still in the given state. Only for callers with a new result from the
 * provider. In such a state the holder only looks the payment up, and its next write is rejected.
 *
 * @returns undefined if the state has changed
 */
export function takeOver(db: Db, writer: AttemptWriter, { order_id, state }: PaymentAttempt) {
  return takeLease(db, writer, order_id, (is) => is('state', '=', state));
}

export interface AttemptChanges {
  state?: AttemptState;
  transaction_id?: string | null;
  card_last_four?: string | null;
  reason?: string;
  sealed_answer?: string;
  sealed_nonce?: null;
}

const RETURNED_LEASE = { lease_token: null, lease_until: null };

interface Transition {
  changes: Updateable<PaymentAttemptTable>;
  /** ISO 8601. */
  at: string;
  by: string;
  /** The reason in the history; by default the attempt's. */
  note?: string | null;
  /** By default, the caller must hold the lease. */
  condition?(is: AttemptExpression): Expression<SqlBool>;
}

/**
 * Changes an attempt, with a history entry. Every change of state is written here. Removes the copy of the payer's answers once an order
 * exists, or none will.
 *
 * @returns undefined if its state or its lease changed meanwhile: then nothing is written
 */
async function writeTransition(
  db: Db,
  attempt: PaymentAttempt,
  { changes, at, by, note, condition }: Transition,
): Promise<PaymentAttempt | undefined> {
  const { order_id: orderId, state: from, lease_token } = attempt;
  const isOpen = ATTEMPT_STATES[changes.state ?? from].standing === 'open';
  const saved = await db
    .updateTable('backend_payment_attempts')
    .set({ ...changes, ...(!isOpen && { request: withoutAnswers(attempt.request) }) })
    .where('order_id', '=', orderId)
    .where('state', '=', from)
    .where((is) => condition?.(is) ?? is('lease_token', '=', lease_token))
    .returningAll()
    .executeTakeFirst();
  const reason = note === undefined ? saved?.reason : note;
  if (saved) await appendHistory(db, { orderId, at, from, to: saved.state, reason, by });
  return saved;
}

/**
 * Writes an attempt's new state, and renews its lease.
 *
 * @returns undefined if the lease was lost meanwhile: then nothing is written
 * @throws Error if the state does not allow the transition
 */
export async function saveAttempt(
  db: Db,
  { clock, leaseMs, by }: AttemptWriter,
  attempt: PaymentAttempt,
  changes: AttemptChanges,
): Promise<PaymentAttempt | undefined> {
  if (changes.state !== undefined) requireTransition(attempt.state, changes.state);
  return inTransaction(db, async (transaction) => {
    const { now } = await clock.read(transaction);
    const at = now.toISOString();
    const lease = { lease_until: leaseEnd(now, leaseMs), updated_at: at };
    return writeTransition(transaction, attempt, { changes: { ...changes, ...lease }, at, by });
  });
}

/**
 * Records what was done to a leased attempt. A note without a new state keeps `updated_at`, because that is the time of the state. Call it
 * in a transaction.
 *
 * @param change.keepsLease renews the lease; without it the lease is returned
 * @returns undefined if the lease was lost meanwhile: then nothing is written
 */
export async function noteOnLeased(
  db: Db,
  { clock, leaseMs, by }: AttemptWriter,
  attempt: PaymentAttempt,
  {
    note,
    keepsLease = false,
    ...changes
  }: { state?: AttemptState; late_looks?: number; note: string; keepsLease?: boolean },
): Promise<PaymentAttempt | undefined> {
  const { now } = await clock.read(db);
  const at = now.toISOString();
  const lease = keepsLease ? { lease_until: leaseEnd(now, leaseMs) } : RETURNED_LEASE;
  const isMoved = changes.state !== undefined && changes.state !== attempt.state;
  const dated = { ...changes, ...lease, ...(isMoved && { updated_at: at }) };
  return writeTransition(db, attempt, { changes: dated, at, by, note });
}

/**
 * Closes an attempt, or returns it to the server, as an operator decided. An attempt that is closed keeps its reason. A new look-up starts
 * without one, because a recorded reason makes the server return the money.
 *
 * @returns undefined if another process works on it, or its state changed meanwhile: then nothing is written
 */
export async function closeByOperator(
  db: Db,
  attempt: PaymentAttempt,
  {
    state,
    looksAgain,
    now,
    by,
    why,
  }: { state: AttemptState; looksAgain: boolean; now: Date; by: string; why: string | null },
): Promise<PaymentAttempt | undefined> {
  const at = now.toISOString();
  const changes = { state, updated_at: at, sealed_nonce: null, ...RETURNED_LEASE, ...(looksAgain && { reason: null }) };
  return db
    .transaction()
    .execute((transaction) =>
      writeTransition(transaction, attempt, { changes, at, by, note: why, condition: (is) => isFree(is, now) }),
    );
}

/** Returns the lease early, so that the next look-up need not wait. */
export async function releaseAttempt(db: Db, attempt: PaymentAttempt): Promise<void> {
  await db
    .updateTable('backend_payment_attempts')
    .set(RETURNED_LEASE)
    .where('order_id', '=', attempt.order_id)
    .where('lease_token', '=', attempt.lease_token)
    .execute();
}

/**
 * The order ids of unfinished attempts without a valid lease, longest untouched first. So an attempt that cannot be
 * settled does not block the rest.
 */
export async function findAbandonedAttempts(db: Db, clock: StoreClock, limit: number): Promise<string[]> {
  const { now } = await clock.read(db);
  const rows = await db
    .selectFrom('backend_payment_attempts')
    .select('order_id')
    .where('state', 'in', UNFINISHED_STATES)
    .where((is) => isFree(is, now))
    .orderBy('updated_at')
    .limit(limit)
    .execute();
  return rows.map(({ order_id }) => order_id);
}

/**
 * A lease is written together with `updated_at`. If `updated_at` is in the future, the clock was set back since, and the lease would last
 * too long.
 */
export function isFree(is: AttemptExpression, now: Date) {
  return is.or([
    is('lease_until', 'is', null),
    is('lease_until', '<=', now.toISOString()),
    is('updated_at', '>', leaseEnd(now, MARGIN_MS)),
  ]);
}

export function leaseEnd(now: Date, ms: number): string {
  return new Date(now.getTime() + ms).toISOString();
}
