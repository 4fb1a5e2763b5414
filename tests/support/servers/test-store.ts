import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import Database from 'libsql';
import { inject } from 'vitest';
import { openStore, type Store } from '~/store/open-store.server';
import { emptyDatabase } from './postgres-database';

declare module 'vitest' {
  interface ProvidedContext {
    /** The project's kind of store (vitest.config.ts). */
    store: 'SQLite' | 'Postgres';
  }
}

export type TestStore = Awaited<ReturnType<typeof openTestStore>>;

/** Opens an empty store of the test project's kind, with a data folder. */
export async function openTestStore() {
  const dataDir = mkdtempSync(join(tmpdir(), 'store-'));
  const isPostgres = inject('store') === 'Postgres';
  const { databaseUrl, store: kept } = isPostgres ? await emptyDatabase() : {};
  if (!isPostgres) await copyMigratedStore(dataDir);
  const opened: Store[] = [];
  const open = async () => {
    const store = await openStore({ dataDir, databaseUrl });
    opened.push(store);
    return store;
  };
  const store = kept ?? (await open());
  return {
    store,
    dataDir,
    databaseUrl,
    /** Opens the same store with separate connections, as another process would. */
    openAgain: open,
    /** Returns the contents of the store's files, or of the sessions on Postgres. */
    async everythingKept(): Promise<string[]> {
      if (!isPostgres) return readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name), 'latin1'));
      const { rows } = await sql`select * from sessions`.execute(store.db);
      return [JSON.stringify(rows)];
    },
    async close(): Promise<void> {
      await Promise.all(opened.map((each) => each.close()));
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const FILE = 'joinery.db';

let migrated: Promise<string> | undefined;

/** Copies a migrated, empty SQLite store into a folder, because migrations take much longer. */
export async function copyMigratedStore(dataDir: string): Promise<void> {
  copyFileSync(await (migrated ??= migrateOnce()), join(dataDir, FILE));
}

/** Creates the template once for each worker. @returns its file */
async function migrateOnce(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'store-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  await (await openStore({ dataDir })).close();
  const file = join(dataDir, FILE);
  const database = new Database(file);
  // Moves the tables from the write-ahead log into the file.
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
  return file;
}
