import { UsageError, type Command } from '~/commands/operate/command';
import { CHANGE_OPTIONS, CHANGE_USAGE, requireOperator } from '~/commands/operate/operator';
import { withStoreOf } from '~/commands/operate/with-store';
import { ALERTED_STATES, type SettlementState } from '~/backend/embedded/payments/settlement/settlement-states';
import {
  findWaitingSettlements,
  saveSettlement,
  type Settlement,
} from '~/backend/embedded/payments/settlement/settlement-store.server';
import { noteOnAttempt } from '~/backend/embedded/payments/attempts/attempt-history.server';
import { time } from './readable';
import type { Db } from '~/store/store';

/** The operator's action for each state. */
const ADVICE: Partial<Record<SettlementState, string>> = {
  declined:
    'The bank did not pay, but the order is still valid. Ask the customer for another payment, or end the order.',
  voided: 'It was voided at the provider, but the order is still valid. Take the payment again, or end the order.',
  refunded:
    'It was fully refunded at the provider, but the order is still valid. End the order, or find out who refunded it.',
  'refund-failed':
    'A refund failed at the provider, so the customer lacks its money. See its history for the amount, and refund it again or pay otherwise.',
  disputed: "The customer's bank reclaims the money. Respond in the control panel before its deadline.",
  'dispute-lost': 'The bank took the money back, but the order is still valid. Decide whether to end it.',
  missing: 'The provider has no record of the transaction. Compare its keys and merchant accounts with the settings.',
  unsettled: 'It was not settled within sixty days. Ask the provider.',
};

/** Lists the submitted payments that wait for an operator. */
export const listSettlements: Command = {
  usage: `Usage: npm run payments -- settlements [FOLDER]
Lists the submitted payments that wait for an operator: ${ALERTED_STATES.join(', ')}.
Exits with 1 if there are any. "payments dealt-with ORDER_ID" takes one off the list.`,
  async run([folder, ...more], terminal) {
    if (more.length > 0) throw new UsageError();
    return withStoreOf(terminal, { folder, readonly: true }, async (db) => {
      const waiting = await findWaitingSettlements(db);
      const blocks = waiting.map(({ order_id, state, reason, transaction_id, waiting_since }) =>
        [
          `order        ${order_id}`,
          `state        ${state}${reason === null ? '' : ` (${reason})`}`,
          `transaction  ${transaction_id}`,
          `since        ${waiting_since === null ? '' : time(waiting_since)}`,
          // In another state, a refund of the order's second sale failed, as the reason says.
          `to do        ${ADVICE[state] ?? ADVICE['refund-failed']}`,
        ].join('\n'),
      );
      terminal.print(blocks.length === 0 ? 'No submitted payment waits for an operator.' : blocks.join('\n\n'));
      return blocks.length > 0 ? 1 : 0;
    });
  },
};

/** Takes a submitted payment off the list. */
export const dealtWith: Command = {
  usage: `Usage: npm run payments -- dealt-with ORDER_ID --by NAME [--why TEXT] [--dry-run] [FOLDER]
Records that an operator has dealt with a submitted payment, so that it is no longer listed and alerted on. The order, the payment and the
provider's records stay unchanged. If the provider reports a new state later, the payment is listed again.
${CHANGE_USAGE}`,
  options: CHANGE_OPTIONS,
  async run([orderId, folder, ...more], terminal, options) {
    if (!orderId || more.length > 0) throw new UsageError();
    const { by, why } = requireOperator(options);
    const isDry = options['dry-run'] === true;
    return withStoreOf(terminal, { folder, readonly: isDry }, async (db, clock) => {
      const waiting = (await findWaitingSettlements(db)).find(({ order_id }) => order_id === orderId);
      if (!waiting) {
        terminal.print(`Payment ${orderId} does not wait for an operator. See "payments show ${orderId}".`);
        return 1;
      }
      if (isDry) {
        terminal.print(`Would take payment ${orderId} off the list: it is ${waiting.state}.`);
        return 0;
      }
      const { now } = await clock.read(db);
      const isNoted = await recordDealtWith(db, waiting, { by, why, now });
      terminal.print(
        isNoted
          ? `Payment ${orderId} is off the list.`
          : `Payment ${orderId} has changed meanwhile. List the settlements again.`,
      );
      return isNoted ? 0 : 1;
    });
  },
};

/**
 * Records that an operator has dealt with a submitted payment.
 *
 * @param waiting the settlement, as it was read
 * @returns false if the payment has changed since: then nothing is written
 */
async function recordDealtWith(
  db: Db,
  waiting: Settlement,
  { by, why, now }: { by: string; why: string | null; now: Date },
): Promise<boolean> {
  const at = now.toISOString();
  return db.transaction().execute(async (transaction) => {
    if (!(await saveSettlement(transaction, waiting, { waiting_since: null, updated_at: at }))) return false;
    const reason = [`dealt-with-${waiting.state}`, why].filter(Boolean).join(': ');
    await noteOnAttempt(transaction, waiting.order_id, { at, reason, by });
    return true;
  });
}
