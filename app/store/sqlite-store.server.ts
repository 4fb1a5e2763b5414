import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import Database from 'libsql';
import { claimDataDir } from './lock.server';
import { migrateToLatest } from './migrate.server';
import type { Schema } from './schema';
import { ImmediateSqliteDialect } from './sqlite-dialect.server';
import { commitWrites } from './sqlite-writes.server';
import type { Store } from './store';

/**
 * Opens the file in a folder, claims the folder for this process and brings the tables up to date.
 *
 * @throws Error when another process holds the folder, or a migration fails
 */
export async function openSqliteStore(dataDir: string): Promise<Store> {
  const release = claimDataDir(dataDir);
  const database = commitWrites(new Database(join(dataDir, 'joinery.db')));
  // FULL, because what was acknowledged has to outlive a power failure, not only a crash.
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON', 'busy_timeout = 250'])
    database.pragma(pragma);
  const db = new Kysely<Schema>({ dialect: new ImmediateSqliteDialect({ database }) });
  try {
    await migrateToLatest(db);
  } catch (cause) {
    await db.destroy();
    release();
    throw cause;
  }
  return {
    db,
    ping: async () => void (await sql`select 1`.execute(db)),
    close: async () => {
      await db.destroy();
      release();
    },
  };
}
