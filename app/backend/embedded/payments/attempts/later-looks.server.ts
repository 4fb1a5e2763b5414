import type { ExpressionBuilder } from 'kysely';
import type { Db } from '~/store/store';
import type { Schema } from '~/store/schema';
import type { EmbeddedContext } from '~/backend/embedded/context';
import { isHolding } from '~/payments/port';
import { writerOf } from './attempt-history.server';
import { isFree, leaseEnd, noteOnLeased, releaseAttempt, takeLease } from './attempt-leases.server';
import { OWN_REASONS } from './attempt-states';
import { holdAgainstClosed } from './late-money.server';
import type { PaymentAttempt } from './payment-attempt';
import { findTransactions } from './provider-calls';

const HOUR_MS = 60 * 60 * 1000;
/** The delays after closing until an attempt is looked up again. */
const LOOKUP_DELAYS_MS = [HOUR_MS, 24 * HOUR_MS];

/**
 * The order ids of attempts that are due for another look-up. They were closed because the provider had no record of
 * them.
 */
export async function findDueLooks(db: Db, clock: EmbeddedContext['storeClock'], limit: number): Promise<string[]> {
  const { now } = await clock.read(db);
  const rows = await db
    .selectFrom('backend_payment_attempts')
    .select('order_id')
    .where((is) => isDue(is, now))
    .orderBy('updated_at')
    .limit(limit)
    .execute();
  return rows.map(({ order_id }) => order_id);
}

/**
 * Looks up again an attempt that was closed as not taken. Records a look-up that finds nothing.
 *
 * @returns the attempt, leased to the caller, if the provider holds its money after all; otherwise undefined
 */
export async function lookAgain(context: EmbeddedContext, orderId: string): Promise<PaymentAttempt | undefined> {
  const claimed = await takeLease(context.db, writerOf(context), orderId, isDue);
  if (!claimed) return undefined;
  const found = await findTransactions(context, orderId);
  if (found === undefined) {
    await releaseAttempt(context.db, claimed);
    return undefined;
  }
  const held = found.find(isHolding);
  if (held) return holdAgainstClosed(context, claimed, held.transactionId);
  const note = { late_looks: claimed.late_looks + 1, note: 'looked-up-again' };
  await context.db.transaction().execute((transaction) => noteOnLeased(transaction, writerOf(context), claimed, note));
  return undefined;
}

/** Whether a closed attempt will be looked up again. */
export function awaitsLook({
  state,
  reason,
  late_looks,
}: Pick<PaymentAttempt, 'state' | 'reason' | 'late_looks'>): boolean {
  return state === 'voided' && reason === OWN_REASONS.notTaken && late_looks < LOOKUP_DELAYS_MS.length;
}

function isDue(is: ExpressionBuilder<Schema, 'backend_payment_attempts'>, now: Date) {
  const conditions = LOOKUP_DELAYS_MS.map((ms, at) =>
    is.and([is('late_looks', '=', at), is('updated_at', '<=', leaseEnd(now, -ms))]),
  );
  return is.and([
    is('state', '=', 'voided'),
    is('reason', '=', OWN_REASONS.notTaken),
    is('late_looks', '<', LOOKUP_DELAYS_MS.length),
    is.or(conditions),
    isFree(is, now),
  ]);
}
