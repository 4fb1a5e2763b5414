import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { openStore } from '~/store/open-store.server';
import { makeDataDir } from './server-under-test';

const FILE = 'joinery.db';

let migrated: Promise<string> | undefined;

/** Puts an empty SQLite store with its tables into a folder: a copy, because migrations take much longer. */
export async function copyMigratedStore(dataDir: string): Promise<void> {
  copyFileSync(await (migrated ??= migrateOnce()), join(dataDir, FILE));
}

/** Once for each worker. @returns the file that others are copies of */
async function migrateOnce(): Promise<string> {
  const dataDir = makeDataDir();
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  await (await openStore({ dataDir })).close();
  const file = join(dataDir, FILE);
  const database = new Database(file);
  // Until then the tables are in the file beside it.
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
  return file;
}
