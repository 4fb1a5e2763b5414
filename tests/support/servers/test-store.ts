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

/** An empty store of the project's kind, with a data folder. */
export async function openTestStore() {
  const dataDir = mkdtempSync(join(tmpdir(), 'store-'));
  const isPostgres = inject('store') === 'Postgres';
  const databaseUrl = isPostgres ? await emptyDatabase() : undefined;
  if (!isPostgres) await copyMigratedStore(dataDir);
  const opened: Store[] = [];
  const open = async () => {
    const store = await openStore({ dataDir, databaseUrl });
    opened.push(store);
    return store;
  };
  const store = await open();
  return {
    store,
    dataDir,
    databaseUrl,
    /** The same store through its own connections, like another process. */
    openAgain: open,
    /** Returns everything that a copy of the store would reveal. */
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

/** Puts an empty SQLite store with its tables into a folder: a copy, because migrations take much longer. */
export async function copyMigratedStore(dataDir: string): Promise<void> {
  copyFileSync(await (migrated ??= migrateOnce()), join(dataDir, FILE));
}

/** Runs once for each worker. @returns the template file */
async function migrateOnce(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'store-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  await (await openStore({ dataDir })).close();
  const file = join(dataDir, FILE);
  const database = new Database(file);
  // Until then the tables are in the write-ahead log.
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
  return file;
}
