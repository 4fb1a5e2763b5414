/**
 * What a person may say of a payment that waits for one: the state it then has, by whether an order was made of it. Null is refused. These are
 * the ways of `byPerson` in app/backend/embedded/payments/attempt-states.ts.
 */
export const CLOSINGS = {
  /** The money is with us. */
  settled: { withOrder: 'settled', withoutOrder: null },
  /** Nothing is held any more, and nothing was taken. */
  voided: { withOrder: null, withoutOrder: 'voided' },
  /** It was taken, and has gone back. */
  refunded: { withOrder: 'refunded', withoutOrder: 'refunded' },
  /** It was put right at the provider: the server looks again, and goes on from what it finds. */
  again: { withOrder: 'registered', withoutOrder: 'unknown' },
};

const REFUSALS = {
  settled:
    'No order was made of this payment: the customer has nothing for the money. Void or refund it; or, where the provider holds exactly one sale under this order id for the right amount, say "again", and the order is made.',
  voided:
    'An order stands, and the customer has it. Settle the money and say "settled"; where it cannot be had, collect it another way; or end the order, give the money back and say "refunded".',
};

/**
 * Writes how a payment ended that waits for a person. Nothing is asked of the provider.
 *
 * @param {import('kysely').Kysely<any>} db the store
 * @param {{ verb: string; orderId: string; now: Date }} closing
 * @returns {Promise<{ text: string; code: 0 | 1 | 2 }>} what to say; 0 it is written, 1 it may not be, 2 there is no such payment
 */
export async function closePayment(db, { verb, orderId, now }) {
  const payment = await db
    .selectFrom('backend_payment_attempts')
    .select(['state', 'sealed_answer', 'updated_at'])
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  if (!payment) return { text: `There is no payment ${orderId}.`, code: 2 };
  if (payment.state !== 'needs-operator') {
    return {
      text: `Payment ${orderId} waits for nobody: it is ${payment.state} since ${payment.updated_at}.`,
      code: 1,
    };
  }
  const hasOrder = payment.sealed_answer !== null;
  const state = CLOSINGS[verb][hasOrder ? 'withOrder' : 'withoutOrder'];
  if (state === null) return { text: `Payment ${orderId} was not closed. ${REFUSALS[verb]}`, code: 1 };
  const looksAgain = verb === 'again';
  const closed = await db
    .updateTable('backend_payment_attempts')
    .set({
      state,
      updated_at: now.toISOString(),
      lease_token: null,
      lease_until: null,
      // Why it was given up stays with what a person closed; a new look starts without it, as a reason means that the money goes back.
      ...(looksAgain ? { reason: null } : {}),
    })
    .where('order_id', '=', orderId)
    .where('state', '=', 'needs-operator')
    .returning('order_id')
    .executeTakeFirst();
  // Somebody else was faster.
  if (!closed) return { text: `Payment ${orderId} was closed by somebody else in this moment.`, code: 1 };
  const text = looksAgain
    ? `Payment ${orderId} is looked at again within a minute, ${now.toISOString()}.`
    : `Payment ${orderId} is closed as ${state}, ${now.toISOString()}.`;
  return { text, code: 0 };
}
