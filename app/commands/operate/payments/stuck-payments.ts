import {
  OPERATOR_REASONS,
  UNFINISHED_STATES,
  WAITING_STATES,
} from '~/backend/embedded/payments/attempts/attempt-states';
import { keysOf } from '~/domain/keys-of';
import type { Db } from '~/store/store';
import type { PaymentAttemptTable } from '~/store/backend-tables';
import { money } from './readable';

/** A payment takes seconds, and recovery retries it every minute. JoineryPaymentsUnknown fires after the same time. */
const STALLED_MINUTES = 15;

const ADVICE: Readonly<Record<keyof typeof OPERATOR_REASONS, string>> = {
  chargedTwice:
    'VOID or REFUND. Braintree holds more than one sale with this order id, and the order does not exist yet. Keep one, void each of the others (refund those already settled), and use "again": the order is made for the remaining sale. Or return all of them, and use "voided" or "refunded".',
  amountDiffers:
    'VOID. The sale is not for the agreed amount, and has no order. Void it and use "voided" (if it is already settled, refund it and use "refunded"), and write to the customer.',
  codesUnreadable:
    'RESTORE the SESSION_SECRET that was dropped: append it to the setting, restart the servers, and use "again" before the hold expires. It sealed the activation codes, and without them the order cannot be made. If the secret is lost, void the transaction, use "voided", and write to the customer.',
  settlementRefused:
    'SETTLE. The order is valid and the customer has it, but the money was never taken. Submit the transaction for settlement and use "settled". If it is voided or expired, ask the customer to pay another way, and use "settled" when they have. To end the order instead, return what was taken and use "refunded".',
  voidRefused:
    'VOID or REFUND. The order does not exist, and the provider refused to return the money. Void the transaction, or find it voided, and use "voided". If it is already settled, refund it and use "refunded".',
};
const UNKNOWN =
  'LOOK. Search for the order id at the provider, and compare state and amount with these. "again" makes the server do the same.';
const STALLED =
  'CHECK. The servers retry it every minute. Search the log for the order id to find the cause, and check that a server is running and that the provider responds. Do not void it by hand meanwhile.';
/** Submitting the money by hand is safe: the next try finds it submitted. */
const HELD =
  ' The order is valid, but its money is only held: if the cause remains, submit the transaction for settlement in the control panel before the hold expires.';

const COLUMNS = [
  'order_id',
  'amount',
  'currency',
  'state',
  'transaction_id',
  'reason',
  'created_at',
  'updated_at',
] as const satisfies (keyof PaymentAttemptTable)[];
type StuckPayment = Pick<PaymentAttemptTable, (typeof COLUMNS)[number]>;

/**
 * Describes the payments that wait for an operator, and those that the servers have failed to finish for 15 minutes. Without personal data: no
 * name, address, card or order contents.
 *
 * @returns a block for each payment, oldest first
 */
export async function describeStuckPayments(db: Db, now: Date): Promise<{ text: string; count: number }> {
  const select = db.selectFrom('backend_payment_attempts').select(COLUMNS);
  const waiting = await select.where('state', 'in', WAITING_STATES).orderBy('updated_at').orderBy('order_id').execute();
  const startedBefore = new Date(now.getTime() - STALLED_MINUTES * 60_000).toISOString();
  const stalled = await select
    .where('state', 'in', UNFINISHED_STATES)
    // Each retry sets `updated_at`.
    .where('created_at', '<=', startedBefore)
    .orderBy('created_at')
    .orderBy('order_id')
    .execute();
  const count = waiting.length + stalled.length;
  if (count === 0) return { text: 'No payment waits for an operator.', count };
  const text = [
    ...listOf(waiting, ['payment waits for an operator', 'payments wait for an operator']),
    ...listOf(stalled, [
      `payment has been unfinished for ${STALLED_MINUTES} minutes or more`,
      `payments have been unfinished for ${STALLED_MINUTES} minutes or more`,
    ]),
  ].join('\n\n');
  return { text, count };
}

/** @param title for one payment, and for several @returns the title and a block for each payment; empty without one */
function listOf(rows: readonly StuckPayment[], [one, several]: [string, string]): string[] {
  if (rows.length === 0) return [];
  return [`${rows.length} ${rows.length === 1 ? one : several}.`, ...rows.map(describe)];
}

function describe(row: StuckPayment): string {
  const isStalled = UNFINISHED_STATES.includes(row.state);
  const advice = isStalled ? STALLED + (row.state === 'registered' ? HELD : '') : adviceFor(row.reason ?? '');
  return [
    `order        ${row.order_id}`,
    `amount       ${money(row.amount, row.currency)}`,
    `state        ${row.state} (${row.reason ?? 'no reason recorded'})`,
    `transaction  ${row.transaction_id ?? 'none recorded: search for the order id'}`,
    `since        ${row.updated_at} (begun ${row.created_at})`,
    `to do        ${advice}`,
  ].join('\n');
}

/** @param given the attempt's reason, which may continue with the provider's */
export function adviceFor(given: string): string {
  const reason = keysOf(OPERATOR_REASONS).find((one) => given.startsWith(OPERATOR_REASONS[one]));
  return reason === undefined ? UNKNOWN : ADVICE[reason];
}
