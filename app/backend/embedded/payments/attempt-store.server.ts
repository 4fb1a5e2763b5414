import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Clock } from '~/domain/clock';
import type { Db } from '~/store/open-store.server';
import type { Schema } from '~/store/schema';
import { isUniqueViolation } from '~/store/unique-violation';
import { leaseEnd } from './attempt-leases.server';
import { LIVE_STATES } from './attempt-states';
import type { PaymentAttempt } from './payment-attempt';

/** What is known of an attempt before it starts; the store adds who it is and who holds it. */
export type AttemptDraft = Omit<
  PaymentAttempt,
  | 'order_id'
  | 'number'
  | 'state'
  | 'transaction_id'
  | 'card_last_four'
  | 'reason'
  | 'sealed_answer'
  | 'lease_token'
  | 'lease_until'
  | 'created_at'
  | 'updated_at'
>;

/** The attempt an idempotency key stands for. */
export async function findAttemptByKey(
  db: Kysely<Schema>,
  signupId: string,
  idempotencyKey: string,
): Promise<PaymentAttempt | undefined> {
  return db
    .selectFrom('backend_payment_attempts as attempt')
    .innerJoin('backend_payment_keys as key', 'key.order_id', 'attempt.order_id')
    .selectAll('attempt')
    .where('key.signup_id', '=', signupId)
    .where('key.idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
}

/** The one attempt of a sign-up that is open or paid. */
export async function findLiveAttempt(db: Kysely<Schema>, signupId: string): Promise<PaymentAttempt | undefined> {
  return db
    .selectFrom('backend_payment_attempts')
    .selectAll()
    .where('signup_id', '=', signupId)
    .where('state', 'in', LIVE_STATES)
    .executeTakeFirst();
}

export async function findAttempt(db: Db, orderId: string): Promise<PaymentAttempt | undefined> {
  return db.selectFrom('backend_payment_attempts').selectAll().where('order_id', '=', orderId).executeTakeFirst();
}

/** Lets a key stand for an attempt. A key that stands for one already keeps it. */
export async function rememberKey(db: Kysely<Schema>, attempt: PaymentAttempt, idempotencyKey: string): Promise<void> {
  await db
    .insertInto('backend_payment_keys')
    .values({ signup_id: attempt.signup_id, idempotency_key: idempotencyKey, order_id: attempt.order_id })
    .onConflict((conflict) => conflict.columns(['signup_id', 'idempotency_key']).doNothing())
    .execute();
}

/**
 * Writes a new attempt, leased to the caller, unless the key stands for one already, or the sign-up has one that is open or paid:
 * then it is that one.
 *
 * @param leaseMs for how long nobody else may work on it
 */
export async function startAttempt(
  db: Db,
  clock: Clock,
  draft: AttemptDraft,
  idempotencyKey: string,
  leaseMs: number,
): Promise<{ attempt: PaymentAttempt; isNew: boolean }> {
  try {
    return await db.transaction().execute(async (transaction) => {
      await lockPayer(transaction, draft);
      const known =
        (await findAttemptByKey(transaction, draft.signup_id, idempotencyKey)) ??
        (await findLiveAttempt(transaction, draft.signup_id));
      if (known) {
        await rememberKey(transaction, known, idempotencyKey);
        return { attempt: known, isNew: false };
      }
      const attempt = await insertAttempt(transaction, clock, draft, leaseMs);
      await rememberKey(transaction, attempt, idempotencyKey);
      return { attempt, isNew: true };
    });
  } catch (error) {
    // Two replicas at once: the index let one of them through.
    const live = isUniqueViolation(error) ? await findLiveAttempt(db, draft.signup_id) : undefined;
    if (!live) throw error;
    await rememberKey(db, live, idempotencyKey);
    return { attempt: live, isNew: false };
  }
}

/**
 * Lets the transactions of one payer go one after the other, wherever they run. SQLite has one writer anyway; Postgres would let two
 * replicas both find no attempt, and the slower one would then start another for a key that stands for a declined one.
 */
async function lockPayer(db: Kysely<Schema>, { payer, signup_id }: AttemptDraft): Promise<void> {
  await db
    .updateTable(payer === 'invitation' ? 'backend_invitations' : 'backend_registrations')
    .set((row) => ({ updated_at: row.ref('updated_at') }))
    .where('id', '=', signup_id)
    .execute();
}

async function insertAttempt(
  db: Kysely<Schema>,
  clock: Clock,
  draft: AttemptDraft,
  leaseMs: number,
): Promise<PaymentAttempt> {
  const last = await db
    .selectFrom('backend_payment_attempts')
    .select((select) => select.fn.max('number').as('number'))
    .where('signup_id', '=', draft.signup_id)
    .executeTakeFirst();
  const number = Number(last?.number ?? 0) + 1;
  const now = clock.now();
  const attempt: PaymentAttempt = {
    ...draft,
    order_id: `${draft.signup_id}-${number}`,
    number,
    state: 'started',
    transaction_id: null,
    card_last_four: null,
    reason: null,
    sealed_answer: null,
    lease_token: randomUUID(),
    lease_until: leaseEnd(now, leaseMs),
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
  await db.insertInto('backend_payment_attempts').values(attempt).execute();
  return attempt;
}
