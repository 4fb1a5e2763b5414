import { OPERATOR_REASONS, WAITING_STATES } from '~/backend/embedded/payments/attempts/attempt-states';
import type { PaymentAttemptTable } from '~/store/backend-tables';
import type { Db } from '~/store/open-store.server';
import { money } from './readable';

/** Advice by the start of the attempt's reason. */
const ADVICE = [
  {
    reason: OPERATOR_REASONS.chargedTwice,
    advice:
      'VOID or REFUND. Braintree holds more than one sale with this order id, and the order does not exist yet. Keep one, void each of the others (refund those already settled), and use "again": the order is made for the remaining sale. Or return all of them, and use "voided" or "refunded".',
  },
  {
    reason: OPERATOR_REASONS.amountDiffers,
    advice:
      'VOID. The sale is not for the agreed amount, and has no order. Void it and use "voided" (if it is already settled, refund it and use "refunded"), and write to the customer.',
  },
  {
    reason: OPERATOR_REASONS.settlementRefused,
    advice:
      'SETTLE. The order is valid and the customer has it, but the money was never taken. Submit the transaction for settlement and use "settled". If it is voided or expired, ask the customer to pay another way, and use "settled" when they have. To end the order instead, return what was taken and use "refunded".',
  },
  {
    reason: OPERATOR_REASONS.voidRefused,
    advice:
      'VOID or REFUND. The order does not exist, and the provider refused to return the money. Void the transaction, or find it voided, and use "voided". If it is already settled, refund it and use "refunded".',
  },
];
const UNKNOWN =
  'LOOK. Search for the order id at the provider, and compare state and amount with these. "again" makes the server do the same.';

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
 * Describes the payments that wait for an operator, without personal data: no name, address, card or order contents.
 *
 * @returns a block for each payment, oldest first
 */
export async function describeStuckPayments(db: Db): Promise<{ text: string; count: number }> {
  const rows = await db
    .selectFrom('backend_payment_attempts')
    .select(COLUMNS)
    .where('state', 'in', WAITING_STATES)
    .orderBy('updated_at')
    .orderBy('order_id')
    .execute();
  if (rows.length === 0) return { text: 'No payment waits for an operator.', count: 0 };
  const title = `${rows.length} ${rows.length === 1 ? 'payment waits' : 'payments wait'} for an operator.`;
  return { text: [title, ...rows.map(describe)].join('\n\n'), count: rows.length };
}

function describe(row: StuckPayment): string {
  return [
    `order        ${row.order_id}`,
    `amount       ${money(row.amount, row.currency)}`,
    `state        ${row.state} (${row.reason ?? 'no reason recorded'})`,
    `transaction  ${row.transaction_id ?? 'none recorded: search for the order id'}`,
    `since        ${row.updated_at} (begun ${row.created_at})`,
    `to do        ${adviceFor(row.reason ?? '')}`,
  ].join('\n');
}

/** @param given the attempt's reason */
export function adviceFor(given: string): string {
  return ADVICE.find(({ reason }) => given.startsWith(reason))?.advice ?? UNKNOWN;
}
