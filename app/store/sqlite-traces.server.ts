import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import Database from 'libsql';
import { claimDataDir } from './lock.server';
import { sqliteFile } from './sqlite-file.server';
import type { Db } from './store';

/** How long one try waits for readers. It holds the lock of writers, and a server's write waits 250 ms for that. */
const CHECKPOINT_WAIT_MS = 20;
const CHECKPOINT_TRIES = 20;
const PAUSE_MS = 250;

/**
 * Empties the write-ahead log, which contains earlier versions of each page. Retries for five seconds, between which servers can write. The
 * connection's later queries wait only briefly for locks.
 *
 * @returns false if another connection, such as a backup's, read the log for longer
 */
export async function emptyWriteAheadLog(db: Db): Promise<boolean> {
  await sql.raw(`pragma busy_timeout = ${CHECKPOINT_WAIT_MS}`).execute(db);
  for (let tries = 1; ; tries += 1) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(TRUNCATE)`.execute(db);
    if (rows[0]?.busy === 0) return true;
    if (tries === CHECKPOINT_TRIES) return false;
    await setTimeout(PAUSE_MS);
  }
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
