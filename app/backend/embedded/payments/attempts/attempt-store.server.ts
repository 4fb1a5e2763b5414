import { randomUUID } from 'node:crypto';
import type { Db } from '~/store/store';
import { isUniqueViolation } from '~/store/unique-violation';
import { appendHistory, type AttemptWriter } from './attempt-history.server';
import { leaseEnd } from './attempt-leases.server';
import { ATTEMPT_STATES, LIVE_STATES, UNRESOLVED_STATES } from './attempt-states';
import { isJoinedBy, withoutAnswers, withoutPerson, type PaymentAttempt } from './payment-attempt';

/** A new attempt's data. The store adds its ids and its lease. */
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
  | 'late_looks'
  | 'created_at'
  | 'updated_at'
>;

/** The sign-up was deleted before its payment began (`registrations.discard`). Nothing was charged. */
export class PayerGone extends Error {
  override readonly name = 'PayerGone';
}

export async function findAttemptByKey(
  db: Db,
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

/** The sign-up's only open or paid attempt. One with an order counts as paid even after its money was given back. */
export async function findLiveAttempt(db: Db, signupId: string): Promise<PaymentAttempt | undefined> {
  return db
    .selectFrom('backend_payment_attempts')
    .selectAll()
    .where('signup_id', '=', signupId)
    .where((is) => is.or([is('state', 'in', LIVE_STATES), is('sealed_answer', 'is not', null)]))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function findAttempt(db: Db, orderId: string): Promise<PaymentAttempt | undefined> {
  return db.selectFrom('backend_payment_attempts').selectAll().where('order_id', '=', orderId).executeTakeFirst();
}

/** As `findAttemptByKey`, except an attempt that the key joined and that took nothing, because the key's card was not tried. */
export async function findAttemptOfPress(
  db: Db,
  signupId: string,
  idempotencyKey: string,
): Promise<PaymentAttempt | undefined> {
  const found = await findAttemptByKey(db, signupId, idempotencyKey);
  return found && isOver(found) && isJoinedBy(found, idempotencyKey) ? undefined : found;
}

/** Whether an attempt is closed without an order. */
export function isOver({ state, sealed_answer }: PaymentAttempt): boolean {
  return ATTEMPT_STATES[state].standing === 'closed' && sealed_answer === null;
}

/** Assigns a key to an attempt. A key stays assigned to an earlier one, unless `findAttemptOfPress` excepts that. */
export async function rememberKey(db: Db, attempt: PaymentAttempt, idempotencyKey: string): Promise<void> {
  const { signup_id, order_id } = attempt;
  const inserted = await db
    .insertInto('backend_payment_keys')
    .values({ signup_id, idempotency_key: idempotencyKey, order_id })
    .onConflict((conflict) => conflict.columns(['signup_id', 'idempotency_key']).doNothing())
    .returning('order_id')
    .executeTakeFirst();
  if (inserted || (await findAttemptOfPress(db, signup_id, idempotencyKey))) return;
  await db
    .updateTable('backend_payment_keys')
    .set({ order_id })
    .where('signup_id', '=', signup_id)
    .where('idempotency_key', '=', idempotencyKey)
    .execute();
}

/**
 * Writes a new attempt, leased to the caller. If the key is already assigned, or the sign-up has an open or paid attempt, returns that one
 * instead.
 *
 * @throws PayerGone if the sign-up was deleted meanwhile
 */
export async function startAttempt(
  db: Db,
  writer: AttemptWriter,
  draft: AttemptDraft,
  idempotencyKey: string,
): Promise<{ attempt: PaymentAttempt; isNew: boolean }> {
  try {
    return await db.transaction().execute(async (transaction) => {
      const isKnown = await lockPayer(transaction, draft);
      const known =
        (await findAttemptOfPress(transaction, draft.signup_id, idempotencyKey)) ??
        (await findLiveAttempt(transaction, draft.signup_id));
      if (known) {
        await rememberKey(transaction, known, idempotencyKey);
        return { attempt: known, isNew: false };
      }
      if (!isKnown) throw new PayerGone();
      const attempt = await insertAttempt(transaction, writer, draft);
      await rememberKey(transaction, attempt, idempotencyKey);
      return { attempt, isNew: true };
    });
  } catch (error) {
    // Of two concurrent replicas, the index accepted only one.
    const live = isUniqueViolation(error) ? await findLiveAttempt(db, draft.signup_id) : undefined;
    if (!live) throw error;
    await rememberKey(db, live, idempotencyKey);
    return { attempt: live, isNew: false };
  }
}

/**
 * Serialises one payer's transactions across replicas. SQLite has one writer anyway. In Postgres two replicas could
 * both find no attempt. The slower one would then start a second attempt for a declined attempt's key.
 *
 * @returns false if the payer does not exist
 */
export async function lockPayer(
  db: Db,
  { payer, signup_id }: Pick<AttemptDraft, 'payer' | 'signup_id'>,
): Promise<boolean> {
  const locked = await db
    .updateTable(payer === 'invitation' ? 'backend_invitations' : 'backend_registrations')
    .set((row) => ({ updated_at: row.ref('updated_at') }))
    .where('id', '=', signup_id)
    .returning('id')
    .executeTakeFirst();
  return locked !== undefined;
}

/** A sign-up's id and the number of its attempt, as `insertAttempt` makes it. */
const ORDER_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}-\d+$/;

/** Whether an order id at the provider has our format, even if our store has lost its payment. */
export function isOurOrderId(orderId: string): boolean {
  return ORDER_ID.test(orderId);
}

async function insertAttempt(
  db: Db,
  { clock, leaseMs, by }: AttemptWriter,
  draft: AttemptDraft,
): Promise<PaymentAttempt> {
  const last = await db
    .selectFrom('backend_payment_attempts')
    .select((select) => select.fn.max('number').as('number'))
    .where('signup_id', '=', draft.signup_id)
    .executeTakeFirst();
  const number = Number(last?.number ?? 0) + 1;
  const { now } = await clock.read(db);
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
    late_looks: 0,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
  await db.insertInto('backend_payment_attempts').values(attempt).execute();
  const { order_id: orderId, created_at: at, state: to } = attempt;
  await appendHistory(db, { orderId, at, from: null, to, by });
  return attempt;
}

interface OpenPayments {
  counts: Record<string, number>;
  /** Seconds since the oldest one began, or 0. */
  oldest: Record<string, number>;
}

/** The unfinished payments by state. Every state is listed, even with 0, because an alert on a missing metric never fires. */
export async function countOpenPayments(db: Db, now: Date): Promise<OpenPayments> {
  const attempts = await db
    .selectFrom('backend_payment_attempts')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count'), fn.min('created_at').as('since')])
    .where('state', 'in', UNRESOLVED_STATES)
    .groupBy('state')
    .execute();
  const counts = new Map(attempts.map(({ state, count }) => [state, count]));
  const oldest = new Map(attempts.map(({ state, since }) => [state, (now.getTime() - Date.parse(since)) / 1000]));
  return {
    counts: Object.fromEntries(UNRESOLVED_STATES.map((state) => [state, counts.get(state) ?? 0])),
    oldest: Object.fromEntries(UNRESOLVED_STATES.map((state) => [state, Math.max(0, oldest.get(state) ?? 0)])),
  };
}

/** Keeps the amounts, dates, transaction, country and region of an attempt, without data that identifies the payer. */
export async function removePerson(
  db: Db,
  { order_id, pricing, request }: Pick<PaymentAttempt, 'order_id' | 'pricing' | 'request'>,
): Promise<void> {
  await db
    .updateTable('backend_payment_attempts')
    .set({
      pricing: withoutPerson(pricing),
      request: withoutAnswers(request),
      sealed_answer: null,
      sealed_codes: null,
      sealed_nonce: null,
      card_last_four: null,
    })
    .where('order_id', '=', order_id)
    .execute();
}
