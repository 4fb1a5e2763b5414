import { appendHistory } from '~/backend/embedded/payments/attempts/attempt-history.server';
import { isFree } from '~/backend/embedded/payments/attempts/attempt-leases.server';
import { ATTEMPT_STATES, type OperatorWord } from '~/backend/embedded/payments/attempts/attempt-states';
import { findAttempt } from '~/backend/embedded/payments/attempts/attempt-store.server';
import type { ExitCode } from '~/commands/operate/command';
import type { Operator } from '~/commands/operate/operator';
import type { Db } from '~/store/open-store.server';

const REFUSALS: Partial<Record<OperatorWord, string>> = {
  settled:
    'No order was made of this payment: the customer has nothing for the money. Void or refund it; or, where the provider holds exactly one sale under this order id for the right amount, say "again", and the order is made.',
  voided:
    'An order stands, and the customer has it. Settle the money and say "settled"; where it cannot be had, collect it another way; or end the order, give the money back and say "refunded".',
};

interface Closing {
  word: OperatorWord;
  orderId: string;
  now: Date;
  operator: Operator;
  /** Only says what would be written. */
  isDry?: boolean;
}

/**
 * Records the outcome of a payment that waits for a person, with a line of its history. The provider is not called.
 *
 * @returns the message, and a code: 0 recorded, 1 not allowed, 2 no such payment
 */
export async function closePayment(
  db: Db,
  { word, orderId, now, operator, isDry = false }: Closing,
): Promise<{ text: string; code: ExitCode }> {
  const payment = await findAttempt(db, orderId);
  if (!payment) return { text: `There is no payment ${orderId}.`, code: 2 };
  const closing = ATTEMPT_STATES[payment.state].byPerson?.[word];
  if (!closing) {
    return {
      text: `Payment ${orderId} waits for nobody: it is ${payment.state} since ${payment.updated_at}.`,
      code: 1,
    };
  }
  const state = payment.sealed_answer === null ? closing.withoutOrder : closing.withOrder;
  if (state === null) return { text: `Payment ${orderId} was not closed. ${REFUSALS[word]}`, code: 1 };
  if (isDry) return { text: `Payment ${orderId} would go from ${payment.state} to ${state}.`, code: 0 };
  const at = now.toISOString();
  const looksAgain = word === 'again';
  const isClosed = await db.transaction().execute(async (transaction) => {
    const closed = await transaction
      .updateTable('backend_payment_attempts')
      .set({
        state,
        updated_at: at,
        lease_token: null,
        lease_until: null,
        // A payment closed by a person keeps its reason. A new look-up starts without one, because a reason means that the money goes back.
        ...(looksAgain ? { reason: null } : {}),
      })
      .where('order_id', '=', orderId)
      .where('state', '=', payment.state)
      .where((is) => isFree(is, now))
      .returning('order_id')
      .executeTakeFirst();
    if (!closed) return false;
    const { by, why } = operator;
    await appendHistory(transaction, { orderId, at, from: payment.state, to: state, reason: why, by });
    return true;
  });
  if (!isClosed) {
    return {
      text: `Payment ${orderId} was not closed: a server or somebody else works on it in this moment.`,
      code: 1,
    };
  }
  const text = looksAgain
    ? `Payment ${orderId} is looked at again within a minute, ${at}.`
    : `Payment ${orderId} is closed as ${state}, ${at}.`;
  return { text, code: 0 };
}
