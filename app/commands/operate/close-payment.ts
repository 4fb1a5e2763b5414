import { ATTEMPT_STATES, type OperatorWord } from '~/backend/embedded/payments/attempts/attempt-states';
import { findAttempt } from '~/backend/embedded/payments/attempts/attempt-store.server';
import type { Db } from '~/store/open-store.server';
import type { ExitCode } from './command';

const REFUSALS: Partial<Record<OperatorWord, string>> = {
  settled:
    'No order was made of this payment: the customer has nothing for the money. Void or refund it; or, where the provider holds exactly one sale under this order id for the right amount, say "again", and the order is made.',
  voided:
    'An order stands, and the customer has it. Settle the money and say "settled"; where it cannot be had, collect it another way; or end the order, give the money back and say "refunded".',
};

/**
 * Records the outcome of a payment that waits for a person. The provider is not called.
 *
 * @returns the message, and a code: 0 recorded, 1 not allowed, 2 no such payment
 */
export async function closePayment(
  db: Db,
  { word, orderId, now }: { word: OperatorWord; orderId: string; now: Date },
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
  const looksAgain = word === 'again';
  const closed = await db
    .updateTable('backend_payment_attempts')
    .set({
      state,
      updated_at: now.toISOString(),
      lease_token: null,
      lease_until: null,
      // A payment closed by a person keeps its reason. A new look-up starts without one, because a reason means that the money goes back.
      ...(looksAgain ? { reason: null } : {}),
    })
    .where('order_id', '=', orderId)
    .where('state', '=', payment.state)
    .returning('order_id')
    .executeTakeFirst();
  // Another person closed it first.
  if (!closed) return { text: `Payment ${orderId} was closed by somebody else in this moment.`, code: 1 };
  const text = looksAgain
    ? `Payment ${orderId} is looked at again within a minute, ${now.toISOString()}.`
    : `Payment ${orderId} is closed as ${state}, ${now.toISOString()}.`;
  return { text, code: 0 };
}
