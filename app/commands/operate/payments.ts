import { UsageError, type Command } from './command';
import { closings } from './payments/close-payment';
import { findPayments } from './payments/find-payments';
import { refundPayment, voidPayment } from './payments/give-back-commands';
import { playBank } from './payments/play-bank';
import { reconcilePayments } from './payments/reconcile';
import { dealtWith, listSettlements } from './payments/settlements';
import { showPayment } from './payments/show-payment';
import { describeStuckPayments } from './payments/stuck-payments';
import { withStoreOf } from './with-store';

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
Without a word it lists the payments that wait for a person, and ends with 1 where there are any. Each word says with --help what it does.
FOLDER is the data folder, where it is not DATA_DIR; with DATABASE_URL the store is Postgres.
Where there is no checkout: node build/server/index.js payments …`;

/** Lists the payments that wait for a person. Its words look at payments and change them, also while the server runs. */
export const payments: Command = {
  usage: USAGE,
  words: WORDS,
  async run([folder, ...more], terminal) {
    if (more.length > 0) throw new UsageError();
    return withStoreOf(terminal, { folder, readonly: true }, async (db) => {
      const { text, count } = await describeStuckPayments(db);
      terminal.say(text);
      return count > 0 ? 1 : 0;
    });
  },
};
