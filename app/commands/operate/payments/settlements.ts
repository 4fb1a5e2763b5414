import { UsageError, type Command } from '~/commands/operate/command';
import {
  CHANGE_OPTIONS,
  CHANGE_USAGE,
  recordAction,
  requireOperator,
  type Operator,
} from '~/commands/operate/operator';
import { findSecrets, readBackendSettings, withStore, withStoreOf } from '~/commands/operate/with-store';
import {
  closeDifferences,
  findDifferences,
  findOpenDifferences,
} from '~/backend/embedded/payments/settlement/known-differences.server';
import type { KnownDifference } from '~/backend/embedded/payments/settlement/reconcile.server';
import {
  dealtWithNote,
  readReason,
  stateOfNote,
  writeReason,
} from '~/backend/embedded/payments/settlement/settlement-reason';
import { ALERTED_STATES, type SettlementState } from '~/backend/embedded/payments/settlement/settlement-states';
import {
  findWaitingSettlements,
  saveSettlement,
  type Settlement,
} from '~/backend/embedded/payments/settlement/settlement-store.server';
import { noteOnAttempt } from '~/backend/embedded/payments/attempts/attempt-history.server';
import { findAttempt } from '~/backend/embedded/payments/attempts/attempt-store.server';
import { time } from './readable';
import { withProvider } from './with-provider';
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
          // The order's other sales can wait, too.
          ...[state, ...readReason(reason).others.map(stateOfNote)].flatMap((one) =>
            ADVICE[one] ? `to do        ${ADVICE[one]}` : [],
          ),
        ].join('\n'),
      );
      terminal.print(blocks.length === 0 ? 'No submitted payment waits for an operator.' : blocks.join('\n\n'));
      return blocks.length > 0 ? 1 : 0;
    });
  },
};

/** Takes a submitted payment off the list, and a difference out of the reconciliation. */
export const dealtWith: Command = {
  usage: `Usage: npm run payments -- dealt-with ORDER_ID|TRANSACTION_ID --by NAME [--why TEXT] [--dry-run] [FOLDER]
Records that an operator has dealt with a submitted payment, or with differences that "payments reconcile" lists, so that they are no longer
listed and alerted on. The order, the payment and the provider's records stay unchanged. A new state at the provider, or another difference of the
same order, is listed again. Without a payment of ours it needs SESSION_SECRET. With PAYMENT_PROVIDER and the server's other payment settings it
includes differences that the daily reconciliation did not find.
${CHANGE_USAGE}`,
  options: CHANGE_OPTIONS,
  async run([id, folder, ...more], terminal, options) {
    if (!id || more.length > 0) throw new UsageError();
    const operator = requireOperator(options);
    const isDry = options['dry-run'] === true;
    const settings = readBackendSettings(terminal, folder);
    const [secret] = await findSecrets(settings, settings.dataDir);
    return withStore({ ...settings, readonly: isDry }, terminal, async (db, clock) => {
      const waiting = (await findWaitingSettlements(db)).find(({ order_id }) => order_id === id);
      let open = await findOpenDifferences(db, id);
      // By default the provider is an empty sandbox, which has no payment of a real site.
      if (open.length === 0 && terminal.env.PAYMENT_PROVIDER) {
        const code = await withProvider(terminal, { folder, readonly: true }, async (opened, { charging }) => {
          open = await findDifferences({ db: opened, charging }, id);
          return 0;
        });
        // Its error is printed. What the store lists needs no provider.
        if (code !== 0 && !waiting) return code;
      }
      if (!waiting && open.length === 0) {
        terminal.print(`Payment ${id} does not wait for an operator. See "payments show ${id}".`);
        return 1;
      }
      const what = [...(waiting ? [waiting.state] : []), ...open.map(({ kind }) => kind)].join(', ');
      if (isDry) {
        terminal.print(`Would take payment ${id} off the list: it is ${what}.`);
        return 0;
      }
      const { now } = await clock.read(db);
      const isNoted = await db.transaction().execute(async (transaction) => {
        if (waiting && !(await recordDealtWith(transaction, waiting, { ...operator, now }))) return false;
        await recordDifferences(transaction, id, open, { operator, secret, now });
        return true;
      });
      terminal.print(
        isNoted
          ? `Payment ${id} is off the list: it was ${what}.`
          : `Payment ${id} has changed meanwhile. List the settlements again.`,
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
  { by, why, now }: Operator & { now: Date },
): Promise<boolean> {
  const at = now.toISOString();
  if (!(await saveSettlement(db, waiting, { waiting_since: null, updated_at: at }))) return false;
  const what = writeReason({ own: dealtWithNote([waiting.state], null), others: readReason(waiting.reason).others });
  await noteOnAttempt(db, waiting.order_id, { at, reason: [what, why].filter(Boolean).join(': '), by });
  return true;
}

/** Records that an operator has dealt with differences of an order or transaction id: in our payment's history, if there is one. */
async function recordDifferences(
  db: Db,
  id: string,
  closed: readonly KnownDifference[],
  { operator, secret, now }: { operator: Operator; secret: string | undefined; now: Date },
): Promise<void> {
  const { by, why } = operator;
  if (closed.length > 0) await closeDifferences(db, closed, now);
  for (const orderId of new Set(closed.map((one) => one.orderId))) {
    const kinds = closed.filter((one) => one.orderId === orderId).map(({ kind }) => kind);
    if (orderId !== null && (await findAttempt(db, orderId))) {
      await noteOnAttempt(db, orderId, { at: now.toISOString(), reason: dealtWithNote(kinds, why), by });
    } else if (secret === undefined) {
      throw new UsageError(
        'SESSION_SECRET is required to record this. Set it as in .env.example. Nothing was changed.',
      );
    } else {
      const action = { action: 'difference-dealt-with', about: id, count: kinds.length } as const;
      await recordAction(db, { clock: { now: () => now }, operator, secret }, action);
    }
  }
}
