import { UsageError, type Command } from './command';
import { closings } from './payments/close-payment';
import { findPayments } from './payments/find-payments';
import { refundPayment, voidPayment } from './payments/give-back-commands';
import { playBank } from './payments/play-bank';
import { reconcilePayments } from './payments/reconcile';
import { dealtWith, listSettlements } from './payments/settlements';
import { showPayment } from './payments/show-payment';
import { describeStuckPayments } from './payments/stuck-payments';
import { FOLDER_USAGE, withStoreOf } from './with-store';

const WORDS: ReadonlyMap<string, Command> = new Map([
  ['find', findPayments],
  ['show', showPayment],
  ['refund', refundPayment],
  ['void', voidPayment],
  ['reconcile', reconcilePayments],
  ['settlements', listSettlements],
  ['dealt-with', dealtWith],
  ['play', playBank],
  ...closings,
]);

const USAGE = `Usage: npm run payments [-- FOLDER]
       npm run payments -- ${[...WORDS.keys()].join('|')} …
Without a command it lists the payments that wait for an operator, or that the servers have failed to finish for 15 minutes, and exits with 1 if there
are any. See --help of each command.
${FOLDER_USAGE}
In a release: node build/server/index.js payments …`;

/** Lists the payments that need an operator's attention. Its subcommands show payments and change them, also while the server runs. */
export const payments: Command = {
  usage: USAGE,
  words: WORDS,
  async run([folder, ...more], terminal) {
    if (more.length > 0) throw new UsageError();
    return withStoreOf(terminal, { folder, readonly: true }, async (db, clock) => {
      const { text, count } = await describeStuckPayments(db, (await clock.read(db)).now);
      terminal.print(text);
      return count > 0 ? 1 : 0;
    });
  },
};
