import { resolve } from 'node:path';
import { readOperatorSettings } from '~/settings/operator-settings';
import { findActions } from './action-record';
import { UsageError, type Command } from './command';
import { time } from './payments/readable';
import { findSecrets } from './site-secrets';
import { withStore } from './with-store';

const USAGE = `Usage: npm run actions [-- --about EMAIL|ADDRESS] [--json] [FOLDER]
Lists what operators did with "sessions", "limits", "mails retry" and "privacy erase": when, who and why, the newest first. What they did with a payment is in its
history ("payments show"). The record knows e-mails and addresses as digests alone; --about finds those of one, with SESSION_SECRET.
Where there is no checkout: node build/server/index.js actions …`;

/** Lists what operators did beside payments. */
export const actions: Command = {
  usage: USAGE,
  options: { about: { type: 'string' }, json: { type: 'boolean' } },
  async run([folder, ...more], terminal, { about, json }) {
    if (more.length > 0) throw new UsageError();
    const settings = readOperatorSettings(terminal.env);
    const dataDir = folder ? resolve(folder) : settings.dataDir;
    const secrets = await findSecrets(settings, dataDir);
    if (typeof about === 'string' && secrets.length === 0) {
      throw new Error('Without SESSION_SECRET nobody can be found in the record.');
    }
    return withStore({ ...settings, dataDir, readonly: true }, terminal, async (db) => {
      const found = await findActions(db, secrets, typeof about === 'string' ? about : undefined);
      if (json === true) terminal.say(JSON.stringify(found, null, 2));
      else if (found.length === 0) terminal.say('Nothing is in the record.');
      else {
        const lines = found.map(({ at, by, action, count, why }) =>
          [time(at), action, String(count), `by ${by}`, ...(why === null ? [] : [`(${why})`])].join('  '),
        );
        terminal.say(lines.join('\n'));
      }
      return 0;
    });
  },
};
