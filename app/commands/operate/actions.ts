import { findActions, findPaymentActions, reportMissedActions } from './operator';
import { UsageError, type Command } from './command';
import { time } from './payments/readable';
import { findSecrets, readStoreSettings, withStore } from './with-store';

const USAGE = `Usage: npm run actions [-- --about EMAIL|ADDRESS|ORDER_ID] [--json] [FOLDER]
Lists operators' actions of "sessions", "limits", "mails retry", "story",
"privacy erase" and "payments": when, who and why, newest first.
The record contains e-mails and addresses only as digests. --about filters by an e-mail or address, which needs SESSION_SECRET, or by a payment.
Exits with 1 if SESSION_SECRET lacks a secret under which actions were recorded, which --about then misses.
In a release: node build/server/index.js actions …`;

/** Lists operators' actions. */
export const actions: Command = {
  usage: USAGE,
  options: { about: { type: 'string' }, json: { type: 'boolean' } },
  async run([folder, ...more], terminal, { about, json }) {
    if (more.length > 0) throw new UsageError();
    const settings = readStoreSettings(terminal, folder);
    const secrets = await findSecrets(settings, settings.dataDir);
    if (typeof about === 'string' && secrets.length === 0) {
      throw new Error('SESSION_SECRET is required to search the audit log. Set it as in .env.example.');
    }
    return withStore({ ...settings, readonly: true }, terminal, async (db) => {
      const wanted = typeof about === 'string' ? about : undefined;
      const [otherActions, paymentActions] = [
        await findActions(db, secrets, wanted),
        await findPaymentActions(db, wanted),
      ];
      const found = [...otherActions, ...paymentActions].sort((one, other) => other.at.localeCompare(one.at));
      const isIncomplete = wanted !== undefined && (await reportMissedActions(db, secrets, terminal));
      if (json === true) terminal.print(JSON.stringify(found, null, 2));
      else if (found.length === 0)
        terminal.print(wanted !== undefined ? 'No actions were found.' : 'No actions are recorded.');
      else {
        const lines = found.map(({ at, by, action, about: whom, count, why }) =>
          [
            time(at),
            action,
            action === 'payment' ? whom : String(count),
            `by ${by}`,
            ...(why === null ? [] : [`(${why})`]),
          ].join('  '),
        );
        terminal.print(lines.join('\n'));
      }
      return isIncomplete ? 1 : 0;
    });
  },
};
