import { resolve } from 'node:path';
import { createSealing } from '~/lib/sealing.server';
import { readOperatorSettings } from '~/settings/operator-settings';
import type { Db } from '~/store/open-store.server';
import { emptyWriteAheadLog } from '~/store/sqlite-traces.server';
import {
  recordAction,
  isConfirmed,
  LOSS_OPTIONS,
  LOSS_USAGE,
  requireAnswerer,
  requireOperator,
  type Operator,
} from './operator';
import { UsageError, type Command, type ExitCode, type OptionValues, type Terminal } from './command';
import { erasePersonalData } from './erase-personal-data';
import { findOpenPayments, findPersonalData, readable, type PersonalData } from './personal-data';
import { endSessions, findSessions } from './personal-sessions';
import { findSecrets, withStore } from './with-store';

const COMMON = `FOLDER is the data folder, where it is not DATA_DIR; with DATABASE_URL the store is Postgres. SESSION_SECRET opens sessions.
Where there is no checkout: node build/server/index.js privacy …`;

/** The amounts of these stay. */
const KEPT = ['orders', 'paymentAttempts'];

const exportCommand: Command = {
  usage: `Usage: npm run privacy -- export EMAIL [FOLDER]
Prints what the store holds of a person, as JSON, to be handed to them.
${COMMON}`,
  async run(words, terminal) {
    const { email, dataDir, secrets, ...settings } = await readWords(words, terminal);
    return withStore({ ...settings, dataDir, readonly: true }, terminal, (db) =>
      exportData(db, email, secrets, terminal),
    );
  },
};

const eraseCommand: Command = {
  usage: `Usage: npm run privacy -- erase EMAIL --by NAME [--why TEXT] [--dry-run] [--yes] [FOLDER]
Deletes what the store holds of a person, but for what has to be kept of payments.
${LOSS_USAGE}
${COMMON}`,
  options: LOSS_OPTIONS,
  async run(words, terminal, options) {
    const { email, dataDir, secrets, ...settings } = await readWords(words, terminal);
    const operator = requireOperator(options);
    const isDry = options['dry-run'] === true;
    if (!isDry) requireAnswerer(terminal, options);
    return withStore({ ...settings, dataDir, readonly: isDry }, terminal, (db) =>
      eraseData(db, { email, secrets, operator, isSqlite: settings.databaseUrl === undefined }, terminal, options),
    );
  },
};

/** Exports or deletes a person's data, also while the server runs. */
export const privacy: Command = {
  usage: `Usage: npm run privacy -- export|erase EMAIL …
"export" prints what the store holds of a person; "erase" deletes it, but for what has to be kept of payments. Each says more with --help.
${COMMON}`,
  words: new Map([
    ['export', exportCommand],
    ['erase', eraseCommand],
  ]),
  run: () => Promise.reject(new UsageError()),
};

async function readWords([email, folder, ...more]: string[], { env }: Terminal) {
  if (!email?.includes('@') || more.length > 0) throw new UsageError();
  const settings = readOperatorSettings(env);
  const dataDir = folder ? resolve(folder) : settings.dataDir;
  return { email, databaseUrl: settings.databaseUrl, dataDir, secrets: await findSecrets(settings, dataDir) };
}

async function exportData(db: Db, email: string, secrets: string[], { say }: Terminal): Promise<ExitCode> {
  const found = readable(await findPersonalData(db, email));
  const isLookedInto = secrets.length > 0;
  const sessions = isLookedInto
    ? (await findSessions(db, createSealing(secrets, 'session'), email)).ids.length
    : 'not looked into';
  say(JSON.stringify({ ...found, sessions }, null, 2));
  return isLookedInto ? 0 : 1;
}

async function eraseData(
  db: Db,
  { email, secrets, operator, isSqlite }: { email: string; secrets: string[]; operator: Operator; isSqlite: boolean },
  terminal: Terminal,
  options: OptionValues,
): Promise<ExitCode> {
  const { say, complain, clock } = terminal;
  const [secret] = secrets;
  if (secret === undefined) {
    complain('Sessions hold what people type, and SESSION_SECRET is not set: nothing was begun.');
    return 2;
  }
  const sessionSealing = createSealing(secrets, 'session');
  const isDry = options['dry-run'] === true;
  if (isDry) {
    const counts = countsOf(await findPersonalData(db, email), (await findSessions(db, sessionSealing, email)).ids);
    say(['Would find:', counts].join('\n'));
    return 0;
  }
  const what = `About to delete what is held under ${email}.`;
  if (!(await isConfirmed(terminal, options, { what, expected: email }))) return 1;
  const found = await erasePersonalData(db, email, createSealing(secrets, 'backend'));
  const open = findOpenPayments(found);
  if (open.length > 0) {
    complain(`Nothing was deleted: a payment is not over yet (${open.join(', ')}). See npm run payments.`);
    return 1;
  }
  const { ids, shut } = await findSessions(db, sessionSealing, email);
  await db.transaction().execute(async (transaction) => {
    const count = Object.values(found).flat().length + (await endSessions(transaction, ids));
    await recordAction(transaction, { clock, operator, secret }, { action: 'person-erased', about: email, count });
  });
  say(countsOf(found, ids));
  const isEmptied = !isSqlite || (await emptyWriteAheadLog(db));
  if (!isEmptied)
    complain(
      'The write-ahead log still contains the person, because the server was reading it. Run this command again.',
    );
  if (shut > 0) complain(`${shut} sessions open under none of the secrets and were not looked into.`);
  return isEmptied && shut === 0 ? 0 : 1;
}

function countsOf(found: PersonalData, sessions: readonly string[]): string {
  const counts = Object.entries({ ...found, sessions }).filter(([, rows]) => rows.length > 0);
  return counts.length === 0 ? 'Nothing is held under this e-mail.' : counts.map(describe).join('\n');
}

function describe([what, rows]: [string, readonly unknown[]]): string {
  return `${rows.length} ${what}: ${KEPT.includes(what) ? 'figures kept, the person taken out' : 'deleted'}`;
}
