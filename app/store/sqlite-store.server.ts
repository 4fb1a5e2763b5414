import { existsSync } from 'node:fs';
import { access, constants, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Kysely, sql } from 'kysely';
import Database from 'libsql';
import { claimDataDir, unusable } from './lock.server';
import { migrateToLatest } from './migrate.server';
import { makePrivateFile } from './private-files.server';
import { ImmediateSqliteDialect } from './sqlite-dialect.server';
import { sqliteFile } from './sqlite-file.server';
import { commitWrites } from './sqlite-writes.server';
import type { Schema } from './schema';
import type { Db, Store } from './store';
import { createStoreClock, readMachineTime } from './store-clock.server';

/**
 * `synchronous = FULL`, because acknowledged writes must survive a power failure, not only a crash. `secure_delete` overwrites deleted
 * content with zeros, so that an erased person does not remain in free pages.
 */
const WRITE_PRAGMAS = ['synchronous = FULL', 'foreign_keys = ON', 'secure_delete = ON'];

/**
 * Opens the SQLite file of a folder, claims the folder for this process and migrates the tables.
 *
 * @throws StartFault if another process holds the folder, it cannot be used, or a migration fails
 */
export async function openSqliteStore(dataDir: string, onStep?: (ms: number) => void): Promise<Store> {
  const release = claimDataDir(dataDir);
  const db = openFile(dataDir, release);
  try {
    await migrateToLatest(db);
  } catch (cause) {
    await db.destroy();
    release();
    throw cause;
  }
  return {
    db,
    clock: createStoreClock(readMachineTime, { onStep }),
    ping: createPing(db, sqliteFile(dataDir)),
    size: () => sizeOf(sqliteFile(dataDir)),
    close: async () => {
      await db.destroy();
      release();
    },
  };
}

/**
 * Opens the file of a folder that a server may hold, without a claim or a migration.
 *
 * @returns undefined if the folder has no store
 */
export function openExistingSqliteStore(dataDir: string, readonly: boolean): Store | undefined {
  const file = sqliteFile(dataDir);
  if (!existsSync(file)) return undefined;
  // libsql ignores its own option `readonly`.
  const db = connect(new Database(file), [...(readonly ? ['query_only = ON'] : WRITE_PRAGMAS), 'busy_timeout = 5000']);
  const clock = createStoreClock(readMachineTime);
  return { db, clock, ping: createPing(db, file), size: () => sizeOf(file), close: () => db.destroy() };
}

function openFile(dataDir: string, release: () => void): Db {
  const file = sqliteFile(dataDir);
  try {
    makePrivateFile(file);
    return connect(new Database(file), ['journal_mode = WAL', ...WRITE_PRAGMAS, 'busy_timeout = 250']);
  } catch (cause) {
    release();
    throw unusable(dataDir, cause);
  }
}

function connect(database: Database.Database, pragmas: readonly string[]): Db {
  for (const pragma of pragmas) database.pragma(pragma);
  return new Kysely<Schema>({
    dialect: new ImmediateSqliteDialect({ database: commitWrites(database) }),
  });
}

/** Includes writes since the last checkpoint. */
async function sizeOf(file: string): Promise<number> {
  const sizes = [file, `${file}-wal`].map(async (path) => (existsSync(path) ? (await stat(path)).size : 0));
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size);
}

/** A commit needs a few pages. */
const LEAST_ROOM_BYTES = 64 * 1024;

/**
 * Checks SQLite and its disk. Queries do not suffice: SQLite serves them from its cache, even if the file is truncated or gone. The check
 * never opens the file, because closing it again would drop SQLite's locks.
 */
function createPing(db: Db, file: string): () => Promise<void> {
  const folder = dirname(file);
  let largest = 1;
  return async () => {
    await sql`select 1`.execute(db);
    await access(folder, constants.W_OK);
    await access(file, constants.R_OK | constants.W_OK);
    // Only the command `compact` shrinks the file, with the server stopped.
    const { size } = await stat(file);
    if (size < largest) throw new Error('the file of the store was truncated');
    largest = size;
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < LEAST_ROOM_BYTES) throw new Error('the disk of the store is full');
  };
}
