import { findAttempt } from '~/backend/embedded/payments/attempts/attempt-store.server';
import { lookAtNextRound } from '~/backend/embedded/payments/settlement/settlement-store.server';
import { UsageError, type Command } from '~/commands/operate/command';
import { withProvider } from './with-provider';

/** Makes the sandbox's bank act on a payment, to try the consequences. */
export const playBank: Command = {
  usage: `Usage: npm run payments -- play settle|decline|refund|void|dispute|dispute-won|dispute-lost ORDER_ID [FOLDER]
Only with the sandbox: its bank does this with a submitted payment. The server notices within a minute. No money moves.`,
  async run([event, orderId, folder, ...more], terminal) {
    if (!event || !orderId || more.length > 0) throw new UsageError();
    return withProvider(terminal, { folder, readonly: false }, async (db, { bank }, clock) => {
      if (!bank) {
        terminal.printError('This command needs the sandbox. PAYMENT_PROVIDER is set to another provider.');
        return 2;
      }
      if (!bank.events.includes(event)) throw new UsageError(`Unknown event "${event}".`);
      const attempt = await findAttempt(db, orderId);
      if (!attempt?.transaction_id) {
        terminal.printError(`Unknown payment ${orderId}, or it has no transaction.`);
        return 2;
      }
      if (!bank.play(event, attempt.transaction_id)) {
        terminal.print(`The bank cannot do that in the current state of payment ${orderId}.`);
        return 1;
      }
      await lookAtNextRound(db, orderId, (await clock.read(db)).now);
      terminal.print(`Done: ${event}, payment ${orderId}.`);
      return 0;
    });
  },
};
