import { setImmediate } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import type { Db } from '~/store/store';
import type { SettlementTable } from '~/store/settlement-tables';
import type { AttemptState } from '../attempts/attempt-states';
import { readReason, stateOfNote } from './settlement-reason';
import { ALERTED_STATES, firstLook, FOLLOWED_STATES, type SettlementState } from './settlement-states';

export type Settlement = Selectable<SettlementTable>;

/** Rows per statement. SQLite has one connection, so a long statement blocks everything else. */
const BATCH_SIZE = 200;

/**
 * Begins to follow submitted payments without a settlement. Payments do not write one when they are submitted; rounds find them.
 *
 * @param since ISO 8601; skips payments that last changed before
 * @param shouldContinue called before each slice
 */
export async function adoptSubmitted(db: Db, since: string, shouldContinue: () => boolean): Promise<void> {
  for (const state of FOLLOWED_STATES) {
    let last = { updated_at: since, order_id: '' };
    while (shouldContinue()) {
      const found = await readSubmitted(db, state, last);
      const unfollowed = found.flatMap(({ order_id, transaction_id, updated_at, followed }) =>
        transaction_id === null || followed !== null ? [] : [{ order_id, transaction_id, submitted_at: updated_at }],
      );
      await insertSettlements(db, unfollowed);
      last = found.at(-1) ?? last;
      if (found.length < BATCH_SIZE) break;
      await setImmediate();
    }
  }
}

/**
 * Reads the next payments after `last`, including followed ones. If nearly all are followed, a search for only the others would take one
 * long statement.
 */
async function readSubmitted(db: Db, state: AttemptState, last: { updated_at: string; order_id: string }) {
  return db
    .selectFrom('backend_payment_attempts as attempt')
    .leftJoin('backend_settlements as settlement', 'settlement.order_id', 'attempt.order_id')
    .select(['attempt.order_id', 'attempt.transaction_id', 'attempt.updated_at', 'settlement.order_id as followed'])
    .where('attempt.state', '=', state)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('attempt.updated_at', 'attempt.order_id'), '>', tuple(last.updated_at, last.order_id)),
    )
    .orderBy('attempt.updated_at')
    .orderBy('attempt.order_id')
    .limit(BATCH_SIZE)
    .execute();
}

type NewSettlement = Pick<Settlement, 'order_id' | 'transaction_id' | 'submitted_at'>;

/** Does nothing if the payment is followed already. */
export async function insertSettlement(db: Db, payment: NewSettlement): Promise<void> {
  await insertSettlements(db, [payment]);
}

/** Inserts settlements in one transaction. Skips payments that are already followed. */
async function insertSettlements(db: Db, payments: readonly NewSettlement[]): Promise<void> {
  if (payments.length === 0) return;
  const rows = payments.map((payment) => ({
    ...payment,
    state: 'submitted' as const,
    reason: null,
    next_look_at: firstLook(payment.submitted_at),
    waiting_since: null,
    updated_at: payment.submitted_at,
  }));
  await db
    .insertInto('backend_settlements')
    .values(rows)
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .execute();
}

export async function findSettlement(db: Db, orderId: string): Promise<Settlement | undefined> {
  return db.selectFrom('backend_settlements').selectAll().where('order_id', '=', orderId).executeTakeFirst();
}

/** Replaces the row that was read. @returns false if another process wrote meanwhile: then nothing is written */
export async function saveSettlement(
  db: Db,
  read: Settlement,
  changes: Partial<Omit<Settlement, 'order_id' | 'version'>>,
): Promise<boolean> {
  const saved = await db
    .updateTable('backend_settlements')
    .set({ ...changes, version: read.version + 1 })
    .where('order_id', '=', read.order_id)
    .where('version', '=', read.version)
    .returning('order_id')
    .executeTakeFirst();
  return saved !== undefined;
}

/** The payments that are due for a look-up, longest overdue first. */
export async function findDue(db: Db, now: string, limit: number): Promise<Settlement[]> {
  return db
    .selectFrom('backend_settlements')
    .selectAll()
    .where('next_look_at', '<=', now)
    .orderBy('next_look_at')
    .limit(limit)
    .execute();
}

/** The order ids of payments that wait for an operator, who may have to reach the payer. */
export function selectWaitingOrders(db: Db) {
  return db.selectFrom('backend_settlements').select('order_id').where('waiting_since', 'is not', null);
}

/** Payments that wait for an operator, longest first. */
export async function findWaitingSettlements(db: Db): Promise<Settlement[]> {
  return db
    .selectFrom('backend_settlements')
    .selectAll()
    .where('waiting_since', 'is not', null)
    .orderBy('waiting_since')
    .orderBy('order_id')
    .execute();
}

/** Schedules a followed payment for the next round. A look-up that has begun is repeated. */
export async function lookAtNextRound(db: Db, orderId: string, now: Date): Promise<void> {
  await db
    .updateTable('backend_settlements')
    .set(({ eb }) => ({ next_look_at: now.toISOString(), version: eb('version', '+', 1) }))
    .where('order_id', '=', orderId)
    .execute();
}

/**
 * Counts payments that wait for an operator. Every state is listed, even with 0, because an alert on a missing metric never fires. In a state
 * that alerts no one, a payment waits because of another sale of its order, as its reason says.
 */
export async function countWaitingSettlements(db: Db): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('backend_settlements')
    .select(['state', 'reason', ({ fn }) => fn.countAll<number>().as('count')])
    .where('waiting_since', 'is not', null)
    .groupBy(['state', 'reason'])
    .execute();
  const counts = new Map<SettlementState, number>(ALERTED_STATES.map((state) => [state, 0]));
  for (const { state, reason, count } of rows) {
    const alerted = counts.has(state) ? state : stateOfNote(readReason(reason).others[0] ?? '');
    counts.set(alerted, (counts.get(alerted) ?? 0) + Number(count));
  }
  return Object.fromEntries(counts);
}
