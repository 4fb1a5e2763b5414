import { findAttempt } from '~/backend/embedded/payments/attempts/attempt-store.server';
import { lookAtNextRound } from '~/backend/embedded/payments/settlement/settlement-store.server';
import { UsageError, type Command } from '~/commands/operate/command';
import { withProvider } from './with-provider';

/** Lets the sandbox's bank do something with a payment, to try what comes of it. */
export const playBank: Command = {
  usage: `Usage: npm run payments -- play settle|decline|refund|void|dispute|dispute-won|dispute-lost ORDER_ID [FOLDER]
Only with the sandbox: lets its bank do this with a submitted payment. The server sees it within a minute. No money is moved anywhere.`,
  async run([event, orderId, folder, ...more], terminal) {
    if (!event || !orderId || more.length > 0) throw new UsageError();
    return withProvider(terminal, { folder, readonly: false }, async (db, { bank }) => {
      if (!bank) {
        terminal.complain('Only the sandbox can be played with, and PAYMENT_PROVIDER is another.');
        return 2;
      }
      if (!bank.events.includes(event)) throw new UsageError(`The bank does not know "${event}".`);
      const attempt = await findAttempt(db, orderId);
      if (!attempt?.transaction_id) {
        terminal.complain(`There is no payment ${orderId} with a transaction.`);
        return 2;
      }
      if (!bank.play(event, attempt.transaction_id)) {
        terminal.say(`The bank cannot do that with payment ${orderId} now.`);
        return 1;
      }
      await lookAtNextRound(db, orderId, terminal.clock.now());
      terminal.say(`The bank did it: ${event}, payment ${orderId}.`);
      return 0;
    });
  },
};
