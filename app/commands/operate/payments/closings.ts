import { OPERATOR_WORDS, type OperatorWord } from '~/backend/embedded/payments/attempts/attempt-states';
import { UsageError, type Command } from '~/commands/operate/command';
import { CHANGE_OPTIONS, CHANGE_USAGE, requireOperator } from '~/commands/operate/operator';
import { withStoreOf } from '~/commands/operate/with-store';
import { closePayment } from './close-payment';

const MEANINGS: Readonly<Record<OperatorWord, string>> = {
  settled: 'an order stands, and the money for it is with us',
  voided: 'nothing is held or taken any more, and no order stands',
  refunded: 'the money has gone back',
  again: 'it was put right at the provider: the server looks again within a minute',
};

/** The commands that write down how a payment ended that waited for a person. They ask nothing of the provider. */
export const closings: [OperatorWord, Command][] = OPERATOR_WORDS.map((word) => [word, closingBy(word)]);

function closingBy(word: OperatorWord): Command {
  return {
    usage: `Usage: npm run payments -- ${word} ORDER_ID --by NAME [--why TEXT] [--dry-run] [FOLDER]
Writes down that ${MEANINGS[word]}. Only for a payment that waits for a person.
${CHANGE_USAGE}`,
    options: CHANGE_OPTIONS,
    async run([orderId, folder, ...more], terminal, options) {
      if (!orderId || more.length > 0) throw new UsageError();
      const operator = requireOperator(options);
      const isDry = options['dry-run'] === true;
      return withStoreOf(terminal, { folder, readonly: isDry }, async (db, clock) => {
        const { now } = await clock.read(db);
        const { text, code } = await closePayment(db, { word, orderId, now, operator, isDry });
        terminal.say(text);
        return code;
      });
    },
  };
}
