import { resolve } from 'node:path';
import { OPERATOR_WORDS, type OperatorWord } from '~/backend/embedded/payments/attempts/attempt-states';
import { readOperatorSettings } from '~/settings/operator-settings';
import { closePayment } from './close-payment';
import { UsageError, type Command } from './command';
import { describeStuckPayments } from './stuck-payments';
import { withStore } from './with-store';

const USAGE = `Usage: npm run payments [-- FOLDER]
       npm run payments -- ${OPERATOR_WORDS.join('|')} ORDER_ID [FOLDER]
Without a word it lists the payments that wait for a person, and ends with 1 where there are any. A word writes down what was done.
FOLDER is the data folder, where it is not DATA_DIR; with DATABASE_URL the store is Postgres.
Where there is no checkout: node build/server/index.js payments …`;

/** Lists the payments that wait for a person, or closes one, also while the server runs. */
export const payments: Command = {
  usage: USAGE,
  async run(words, terminal) {
    const { word, orderId, folder } = readWords(words);
    const { dataDir, databaseUrl } = readOperatorSettings(terminal.env);
    const store = { dataDir: folder ? resolve(folder) : dataDir, databaseUrl, readonly: word === undefined };
    return withStore(store, terminal, async (db) => {
      if (word === undefined) {
        const { text, count } = await describeStuckPayments(db);
        terminal.say(text);
        return count > 0 ? 1 : 0;
      }
      const { text, code } = await closePayment(db, { word, orderId, now: new Date() });
      terminal.say(text);
      return code;
    });
  },
};

type Words =
  { word: OperatorWord; orderId: string; folder?: string } | { word?: never; orderId?: never; folder?: string };

function readWords(words: string[]): Words {
  const word = OPERATOR_WORDS.find((known) => known === words[0]);
  if (word === undefined) {
    const [folder, ...more] = words;
    if (more.length > 0) throw new UsageError();
    return { folder };
  }
  const [, orderId, folder, ...more] = words;
  if (!orderId || more.length > 0) throw new UsageError();
  return { word, orderId, folder };
}
