/** The payments that nobody but a person can settle, in words. Nothing personal: no name, address, card or what was bought. */

/** What to do, by the reason the attempt was given up for (app/backend/embedded/payments/attempt-steps.server.ts). */
const ADVICE = [
  {
    reason: /^charged-twice$/,
    advice:
      'VOID or REFUND. Braintree holds more than one sale under this order id, and no order was made yet. Keep one, void each of the others (refund it where it is settled already), and say "again": the order is made of the one that is left. Or give all of them back, and say "voided" or "refunded".',
  },
  {
    reason: /^amount-differs$/,
    advice:
      'VOID. The sale is not for the amount that was agreed to, and no order was made of it. Void it and say "voided" (refund it where it is settled already, and say "refunded"), and write to the customer.',
  },
  {
    reason: /^settlement-refused-/,
    advice:
      'SETTLE. The order stands and the customer has it, but the money was never taken. Submit the transaction for settlement and say "settled"; where it is voided or expired, ask the customer to pay another way, and say "settled" when they have. Where the order is to end instead, give back what was taken and say "refunded".',
  },
  {
    reason: /^void-refused-/,
    advice:
      'VOID or REFUND. There is no order, and giving the money back was refused. Void the transaction, or find it voided, and say "voided"; refund it where it is settled already, and say "refunded".',
  },
];
const UNKNOWN =
  'LOOK. Search the order id at the provider, and compare state and amount with what stands here. "again" lets the server do the same.';

/**
 * @param {import('kysely').Kysely<any>} db the store
 * @returns {Promise<{ text: string; count: number }>} a block for each payment, the oldest first
 */
export async function describeStuckPayments(db) {
  const rows = await db
    .selectFrom('backend_payment_attempts')
    .select(['order_id', 'amount', 'currency', 'state', 'transaction_id', 'reason', 'created_at', 'updated_at'])
    .where('state', '=', 'needs-operator')
    .orderBy('updated_at')
    .orderBy('order_id')
    .execute();
  if (rows.length === 0) return { text: 'No payment waits for a person.', count: 0 };
  const title = `${rows.length} ${rows.length === 1 ? 'payment waits' : 'payments wait'} for a person.`;
  return { text: [title, ...rows.map(describe)].join('\n\n'), count: rows.length };
}

function describe(row) {
  return [
    `order        ${row.order_id}`,
    `amount       ${amountOf(row)}`,
    `state        ${row.state} (${row.reason ?? 'no reason was noted'})`,
    `transaction  ${row.transaction_id ?? 'none is noted: search for the order id'}`,
    `since        ${row.updated_at} (begun ${row.created_at})`,
    `to do        ${adviceFor(row.reason ?? '')}`,
  ].join('\n');
}

/** @param {string} reason */
function adviceFor(reason) {
  return ADVICE.find((entry) => entry.reason.test(reason))?.advice ?? UNKNOWN;
}

/** As Braintree's control panel writes it: digits are moved, nothing is divided. */
function amountOf({ amount, currency }) {
  const digits = String(amount).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)} ${currency}`;
}
