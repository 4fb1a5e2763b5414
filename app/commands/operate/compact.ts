import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { StartFault } from '~/lib/start-fault';
import { readOperatorSettings } from '~/settings/operator-settings';
import { sqliteFile } from '~/store/sqlite-file.server';
import { compactSqliteStore } from '~/store/sqlite-traces.server';
import { UsageError, type Command } from './command';

const USAGE = `Usage: npm run compact [-- FOLDER]
Rewrites the SQLite store of a data folder without its free pages. They can still contain people who were deleted before this release.
Stop the server first, because payments cannot be stored meanwhile. While a server holds the folder, the command changes nothing and ends with 2.
The disk needs free space for two more copies of the store. Postgres has VACUUM.
FOLDER is the data folder; the default is DATA_DIR.
In a release: node build/server/index.js compact …`;

/** Compacts the store while no server runs. */
export const compact: Command = {
  usage: USAGE,
  async run([folder, ...more], terminal) {
    if (more.length > 0) throw new UsageError();
    const settings = readOperatorSettings(terminal.env);
    if (settings.databaseUrl) throw new Error('The store is Postgres: compact it with VACUUM.');
    const dataDir = folder ? resolve(folder) : settings.dataDir;
    const sizeNow = () =>
      stat(sqliteFile(dataDir)).then(
        ({ size }) => size,
        () => 0,
      );
    const before = await sizeNow();
    try {
      if (!compactSqliteStore(dataDir)) throw new Error(`${dataDir} has no store.`);
    } catch (error) {
      if (!(error instanceof StartFault)) throw error;
      throw new Error(`${error.message}. Stop the server first; nothing was changed.`, { cause: error });
    }
    terminal.print(`Compacted ${dataDir} from ${before} to ${await sizeNow()} bytes.`);
    return 0;
  },
};
