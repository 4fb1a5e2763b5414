import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import Database from 'libsql';
import { claimDataDir } from './lock.server';
import { sqliteFile } from './sqlite-file.server';
import type { Db } from './store';

/**
 * Empties the write-ahead log, which contains earlier versions of each page.
 *
 * @returns false if another connection used the log for longer than this connection's timeout
 */
export async function emptyWriteAheadLog(db: Db): Promise<boolean> {
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(TRUNCATE)`.execute(db);
  return rows[0]?.busy === 0;
}

/**
 * Rewrites the file of a data folder without free pages. Nothing can be written meanwhile, so it claims the folder.
 *
 * @returns false if the folder has no store
 * @throws StartFault while a server holds the folder
 */
export function compactSqliteStore(dataDir: string): boolean {
  const file = sqliteFile(dataDir);
  if (!existsSync(file)) return false;
  const release = claimDataDir(dataDir);
  const database = new Database(file);
  try {
    for (const pragma of ['busy_timeout = 5000', 'secure_delete = ON']) database.pragma(pragma);
    database.exec('vacuum');
    database.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
    release();
  }
  return true;
}
