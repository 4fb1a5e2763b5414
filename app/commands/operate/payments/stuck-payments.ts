import { OPERATOR_REASONS, WAITING_STATES } from '~/backend/embedded/payments/attempts/attempt-states';
import type { PaymentAttemptTable } from '~/store/backend-tables';
import type { Db } from '~/store/open-store.server';
import { money } from './readable';

/** The advice, by the start of the reason why the attempt was given up. */
const ADVICE = [
  {
    reason: OPERATOR_REASONS.chargedTwice,
    advice:
      'VOID or REFUND. Braintree holds more than one sale under this order id, and no order was made yet. Keep one, void each of the others (refund it where it is settled already), and say "again": the order is made of the one that is left. Or give all of them back, and say "voided" or "refunded".',
  },
  {
    reason: OPERATOR_REASONS.amountDiffers,
    advice:
      'VOID. The sale is not for the amount that was agreed to, and no order was made of it. Void it and say "voided" (refund it where it is settled already, and say "refunded"), and write to the customer.',
  },
  {
    reason: OPERATOR_REASONS.settlementRefused,
    advice:
      'SETTLE. The order stands and the customer has it, but the money was never taken. Submit the transaction for settlement and say "settled"; where it is voided or expired, ask the customer to pay another way, and say "settled" when they have. Where the order is to end instead, give back what was taken and say "refunded".',
  },
  {
    reason: OPERATOR_REASONS.voidRefused,
    advice:
      'VOID or REFUND. There is no order, and giving the money back was refused. Void the transaction, or find it voided, and say "voided"; refund it where it is settled already, and say "refunded".',
  },
];
const UNKNOWN =
  'LOOK. Search the order id at the provider, and compare state and amount with what stands here. "again" lets the server do the same.';

const SHOWN = [
  'order_id',
  'amount',
  'currency',
  'state',
  'transaction_id',
  'reason',
  'created_at',
  'updated_at',
] as const satisfies (keyof PaymentAttemptTable)[];
type StuckPayment = Pick<PaymentAttemptTable, (typeof SHOWN)[number]>;

/**
 * Describes the payments that only a person can settle, without personal data: no name, address, card or order contents.
 *
 * @returns a block for each payment, the oldest first
 */
export async function describeStuckPayments(db: Db): Promise<{ text: string; count: number }> {
  const rows = await db
    .selectFrom('backend_payment_attempts')
    .select(SHOWN)
    .where('state', 'in', WAITING_STATES)
    .orderBy('updated_at')
    .orderBy('order_id')
    .execute();
  if (rows.length === 0) return { text: 'No payment waits for a person.', count: 0 };
  const title = `${rows.length} ${rows.length === 1 ? 'payment waits' : 'payments wait'} for a person.`;
  return { text: [title, ...rows.map(describe)].join('\n\n'), count: rows.length };
}

function describe(row: StuckPayment): string {
  return [
    `order        ${row.order_id}`,
    `amount       ${money(row.amount, row.currency)}`,
    `state        ${row.state} (${row.reason ?? 'no reason was noted'})`,
    `transaction  ${row.transaction_id ?? 'none is noted: search for the order id'}`,
    `since        ${row.updated_at} (begun ${row.created_at})`,
    `to do        ${adviceFor(row.reason ?? '')}`,
  ].join('\n');
}

/** @param given the reason of the attempt */
export function adviceFor(given: string): string {
  return ADVICE.find(({ reason }) => given.startsWith(reason))?.advice ?? UNKNOWN;
}
