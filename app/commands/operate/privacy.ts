import { resolve } from 'node:path';
import { createSealing } from '~/lib/sealing.server';
import { readOperatorSettings } from '~/settings/operator-settings';
import type { Db } from '~/store/open-store.server';
import { UsageError, type Command, type ExitCode, type Terminal } from './command';
import { erasePersonalData } from './erase-personal-data';
import { findOpenPayments, findPersonalData, readable } from './personal-data';
import { findSessions } from './personal-sessions';
import { findSecrets } from './site-secrets';
import { withStore } from './with-store';

const USAGE = `Usage: npm run privacy -- export|erase EMAIL [FOLDER]
"export" prints what the store holds of a person, as JSON, to be handed to them; "erase" deletes it, but for what has to be kept of payments.
FOLDER is the data folder, where it is not DATA_DIR; with DATABASE_URL the store is Postgres. SESSION_SECRET opens sessions.
Where there is no checkout: node build/server/index.js privacy …`;

/** The amounts of these stay. */
const KEPT = ['orders', 'paymentAttempts'];

/** Exports or deletes a person's data, also while the server runs. */
export const privacy: Command = {
  usage: USAGE,
  async run([verb, email, folder, ...more], terminal) {
    const isKnown = verb === 'export' || verb === 'erase';
    if (!isKnown || !email?.includes('@') || more.length > 0) throw new UsageError();
    const settings = readOperatorSettings(terminal.env);
    const dataDir = folder ? resolve(folder) : settings.dataDir;
    const secrets = await findSecrets(settings, dataDir);
    const store = { ...settings, dataDir, readonly: verb === 'export' };
    return withStore(store, terminal, (db) =>
      verb === 'export' ? exportData(db, email, secrets, terminal) : eraseData(db, email, secrets, terminal),
    );
  },
};

async function exportData(db: Db, email: string, secrets: string[], { say }: Terminal): Promise<ExitCode> {
  const found = readable(await findPersonalData(db, email));
  const isLookedInto = secrets.length > 0;
  const sessions = isLookedInto
    ? (await findSessions(db, createSealing(secrets, 'session'), email)).ids.length
    : 'not looked into';
  say(JSON.stringify({ ...found, sessions }, null, 2));
  return isLookedInto ? 0 : 1;
}

async function eraseData(db: Db, email: string, secrets: string[], { say, complain }: Terminal): Promise<ExitCode> {
  if (secrets.length === 0) {
    complain('Sessions hold what people type, and SESSION_SECRET is not set: nothing was begun.');
    return 2;
  }
  const found = await erasePersonalData(db, email, createSealing(secrets, 'backend'));
  const open = findOpenPayments(found);
  if (open.length > 0) {
    complain(`Nothing was deleted: a payment is not over yet (${open.join(', ')}). See npm run payments.`);
    return 1;
  }
  const { ids, shut } = await findSessions(db, createSealing(secrets, 'session'), email);
  if (ids.length > 0) await db.deleteFrom('sessions').where('id', 'in', ids).execute();
  const counts = Object.entries({ ...found, sessions: ids }).filter(([, rows]) => rows.length > 0);
  say(counts.length === 0 ? 'Nothing is held under this e-mail.' : counts.map(describe).join('\n'));
  if (shut === 0) return 0;
  complain(`${shut} sessions open under none of the secrets and were not looked into.`);
  return 1;
}

function describe([what, rows]: [string, readonly unknown[]]): string {
  return `${rows.length} ${what}: ${KEPT.includes(what) ? 'figures kept, the person taken out' : 'deleted'}`;
}
