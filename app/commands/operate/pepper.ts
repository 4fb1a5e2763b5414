import { countByPepper } from '~/backend/embedded/people/seal-hashes.server';
import { createSealing } from '~/lib/sealing.server';
import type { OperatorSettings } from '~/settings/operator-settings';
import { UsageError, type Command, type ExitCode, type Terminal } from './command';
import { countActionsBySecret } from './operator';
import { countBySecret, type SealedTexts } from './verify-copy';
import { FOLDER_USAGE, findPeppers, findSecrets, readStoreSettings, withStore } from './with-store';
import type { Db } from '~/store/store';

const USAGE = `Usage: npm run pepper [-- FOLDER]
Shows how many rows each secret of PEPPER seals in the store. Exits with 0 if the first one seals everything, so that the others can be removed.
It only reads: every ten minutes the servers re-seal what earlier secrets sealed, and log each row that does not open.
${FOLDER_USAGE}
In a release: node build/server/index.js pepper …`;

const SECRET_USAGE = `Usage: npm run session-secret [-- FOLDER]
Shows what each secret of SESSION_SECRET seals in the store. Exits with 0 if the first one seals everything. Remove the others then, and not before 30 days
have passed, because it cannot see the visitors' cookies, which they signed.
Operators' actions do not make a secret needed. Before you remove one that recorded actions, store it elsewhere for npm run actions -- --about.
It only reads: every ten minutes the servers re-seal payments and log each row that does not open, and sessions and mails end within 30 days.
${FOLDER_USAGE}
In a release: node build/server/index.js session-secret …`;

/** Shows which peppers are still needed, also while the server runs. */
export const pepper = showing('PEPPER', { usage: USAGE, find: findPeppers, describe });

/** Shows which secrets of `SESSION_SECRET` are still needed, also while the server runs. */
export const sessionSecret = showing('SESSION_SECRET', {
  usage: SECRET_USAGE,
  find: findSecrets,
  describe: describeSecrets,
});

interface Secrets {
  usage: string;
  find(settings: OperatorSettings, dataDir: string): Promise<string[]>;
  describe(db: Db, secrets: readonly string[], terminal: Terminal): Promise<ExitCode>;
}

function showing(setting: string, { usage, find, describe }: Secrets): Command {
  return {
    usage,
    async run([folder, ...more], terminal) {
      if (more.length > 0) throw new UsageError();
      const settings = readStoreSettings(terminal, folder);
      const secrets = await find(settings, settings.dataDir);
      if (secrets.length === 0) {
        terminal.printError(`${setting} is not set, and the data folder contains none.`);
        return 2;
      }
      return withStore({ ...settings, readonly: true }, terminal, (db) => describe(db, secrets, terminal));
    },
  };
}

async function describeSecrets(db: Db, secrets: readonly string[], { print, printError }: Terminal): Promise<ExitCode> {
  const counts = await countBySecret(db, secrets);
  const sumOf = (sealed: SealedTexts) => Object.values(sealed).reduce((sum, count) => sum + count, 0);
  const listOf = (sealed: SealedTexts) =>
    Object.entries(sealed)
      .map(([what, count]) => `${count} ${what}`)
      .join(', ');
  const missing = counts.pop() ?? { sessions: 0, payments: 0, mails: 0 };
  const actions = await countActionsBySecret(db, secrets);
  for (const [at, sealed] of counts.entries())
    print(`secret ${at + 1} seals ${listOf(sealed)}: ${roleOf(at, sumOf(sealed) > 0, actions.bySecret[at])}`);
  if (actions.unknown > 0)
    print(`an unknown secret recorded ${actions.unknown} actions: npm run actions -- --about needs it`);
  const isMissing = sumOf(missing) > 0;
  if (isMissing) printError(`${listOf(missing)} are sealed with a secret that is missing in SESSION_SECRET`);
  return isMissing || counts.slice(1).some((sealed) => sumOf(sealed) > 0) ? 1 : 0;
}

/** @param actions how many operators' actions it recorded */
function roleOf(at: number, isNeeded: boolean, actions = 0): string {
  if (at === 0) return 'the first, which seals';
  if (isNeeded) return 'still needed';
  return `no longer needed: remove it${actions > 0 ? ', and keep it elsewhere for npm run actions -- --about' : ''}`;
}

async function describe(db: Db, peppers: readonly string[], { print, printError }: Terminal): Promise<ExitCode> {
  const { keyIds } = createSealing(peppers, 'pepper');
  const counts = await countByPepper(db);
  const countOf = (id: string) => counts.get(id) ?? 0;
  for (const [at, id] of keyIds.entries()) {
    print(`secret ${at + 1} (${id}) seals ${countOf(id)}: ${roleOf(at, countOf(id) > 0)}`);
  }
  const missingSecrets = [...counts].filter(([id]) => !keyIds.includes(id));
  for (const [id, count] of missingSecrets)
    printError(`${count} rows are sealed with a secret that is missing in PEPPER (${id})`);
  return missingSecrets.length + keyIds.slice(1).filter((id) => countOf(id) > 0).length > 0 ? 1 : 0;
}
