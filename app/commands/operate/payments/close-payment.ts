import { OPERATOR_WORDS, type OperatorWord, ATTEMPT_STATES } from '~/backend/embedded/payments/attempts/attempt-states';
import { UsageError, type Command, type ExitCode } from '~/commands/operate/command';
import { CHANGE_OPTIONS, CHANGE_USAGE, requireOperator, type Operator } from '~/commands/operate/operator';
import { withStoreOf } from '~/commands/operate/with-store';
import { closeByOperator } from '~/backend/embedded/payments/attempts/attempt-leases.server';
import { findAttempt } from '~/backend/embedded/payments/attempts/attempt-store.server';
import type { Db } from '~/store/store';

const MEANINGS: Readonly<Record<OperatorWord, string>> = {
  settled: 'the order is valid, and we have its money',
  voided: 'no money is held or taken, and no order is valid',
  refunded: 'the money was returned',
  again: 'the problem at the provider is solved: the server looks it up again within a minute',
};

/** The commands that record the outcome of a payment that waits for an operator. They do not call the provider. */
export const closings: [OperatorWord, Command][] = OPERATOR_WORDS.map((word) => [word, closingBy(word)]);

function closingBy(word: OperatorWord): Command {
  return {
    usage: `Usage: npm run payments -- ${word} ORDER_ID --by NAME [--why TEXT] [--dry-run] [FOLDER]
Records that ${MEANINGS[word]}. Only for a payment that waits for an operator.
${CHANGE_USAGE}`,
    options: CHANGE_OPTIONS,
    async run([orderId, folder, ...more], terminal, options) {
      if (!orderId || more.length > 0) throw new UsageError();
      const operator = requireOperator(options);
      const isDry = options['dry-run'] === true;
      return withStoreOf(terminal, { folder, readonly: isDry }, async (db, clock) => {
        const { now } = await clock.read(db);
        const { text, code } = await closePayment(db, { word, orderId, now, operator, isDry });
        terminal.print(text);
        return code;
      });
    },
  };
}

const REFUSALS: Partial<Record<OperatorWord, string>> = {
  settled:
    'This payment has no order, so the customer has received nothing. Void or refund it. If the provider holds exactly one sale with this order id and the right amount, use "again" to make the order.',
  voided:
    'The order is valid, and the customer has it. Settle the money and use "settled"; if that fails, collect it another way. Or end the order, return the money and use "refunded".',
};

interface Closing {
  word: OperatorWord;
  orderId: string;
  now: Date;
  operator: Operator;
  /** Only reports the change. */
  isDry?: boolean;
}

/**
 * Records the outcome of a payment that waits for an operator, with a history entry. Does not call the provider.
 *
 * @returns the message, and a code: 0 recorded, 1 not allowed, 2 no such payment
 */
export async function closePayment(
  db: Db,
  { word, orderId, now, operator, isDry = false }: Closing,
): Promise<{ text: string; code: ExitCode }> {
  const payment = await findAttempt(db, orderId);
  if (!payment) return { text: `Unknown payment ${orderId}.`, code: 2 };
  const closing = ATTEMPT_STATES[payment.state].byPerson?.[word];
  if (!closing) {
    return {
      text: `Payment ${orderId} does not wait for an operator: it has been ${payment.state} since ${payment.updated_at}.`,
      code: 1,
    };
  }
  const state = payment.sealed_answer === null ? closing.withoutOrder : closing.withOrder;
  if (state === null) return { text: `Payment ${orderId} was not closed. ${REFUSALS[word]}`, code: 1 };
  if (isDry) return { text: `Payment ${orderId} would go from ${payment.state} to ${state}.`, code: 0 };
  const at = now.toISOString();
  const looksAgain = word === 'again';
  const isClosed = await closeByOperator(db, payment, { state, looksAgain, now, ...operator });
  if (!isClosed) {
    return {
      text: `Payment ${orderId} was not closed: a server or another operator is working on it. Retry in two minutes.`,
      code: 1,
    };
  }
  const text = looksAgain
    ? `Payment ${orderId} will be looked up again within a minute, ${at}.`
    : `Payment ${orderId} is closed as ${state}, ${at}.`;
  return { text, code: 0 };
}
