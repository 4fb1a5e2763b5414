import { resolve } from 'node:path';
import { countByPepper } from '~/backend/embedded/people/seal-hashes.server';
import { createSealing } from '~/lib/sealing.server';
import { readOperatorSettings } from '~/settings/operator-settings';
import type { Db } from '~/store/open-store.server';
import { UsageError, type Command, type ExitCode, type Terminal } from './command';
import { findPeppers, withStore } from './with-store';

const USAGE = `Usage: npm run pepper [-- FOLDER]
Shows how many rows each secret of PEPPER seals in the store. Exits with 0 if the first one seals everything, so that the others can be removed.
It only reads: every ten minutes the servers re-seal what earlier secrets sealed.
FOLDER is the data folder; the default is DATA_DIR. With DATABASE_URL the store is Postgres.
In a release: node build/server/index.js pepper …`;

/** Shows which peppers are still needed, also while the server runs. */
export const pepper: Command = {
  usage: USAGE,
  async run([folder, ...more], terminal) {
    if (more.length > 0) throw new UsageError();
    const settings = readOperatorSettings(terminal.env);
    const dataDir = folder ? resolve(folder) : settings.dataDir;
    const peppers = await findPeppers(settings, dataDir);
    if (peppers.length === 0) {
      terminal.printError('PEPPER is not set, and the data folder contains none.');
      return 2;
    }
    const { keyIds } = createSealing(peppers, 'pepper');
    const store = { ...settings, dataDir, readonly: true };
    return withStore(store, terminal, (db) => describe(db, keyIds, terminal));
  },
};

async function describe(db: Db, keyIds: readonly string[], { print, printError }: Terminal): Promise<ExitCode> {
  const counts = await countByPepper(db);
  const countOf = (id: string) => counts.get(id) ?? 0;
  for (const [at, id] of keyIds.entries()) {
    const isNeeded = countOf(id) > 0;
    const role = at === 0 ? 'the first, which seals' : isNeeded ? 'still needed' : 'no longer needed: remove it';
    print(`secret ${at + 1} (${id}) seals ${countOf(id)}: ${role}`);
  }
  const missingSecrets = [...counts].filter(([id]) => !keyIds.includes(id));
  for (const [id, count] of missingSecrets)
    printError(`${count} rows are sealed with a secret that is missing in PEPPER (${id})`);
  return missingSecrets.length + keyIds.slice(1).filter((id) => countOf(id) > 0).length > 0 ? 1 : 0;
}
