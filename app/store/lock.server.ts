import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';

/**
 * Claims a data folder for this process. An open exclusive transaction holds a file lock, so the operating system releases it even after
 * a crash.
 *
 * @param dataDir the folder; created if missing
 * @returns a function that releases the folder
 * @throws Error when another process holds the folder
 */
export function claimDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = new Database(join(dataDir, 'lock.db'));
  try {
    lock.pragma('busy_timeout = 250');
    lock.exec('begin exclusive');
  } catch (cause) {
    lock.close();
    throw new Error(`Another process is using the data folder ${dataDir}. One process serves one folder.`, { cause });
  }
  return () => {
    // libsql closes the file only on garbage collection; the rollback releases the lock now.
    lock.exec('rollback');
    lock.close();
  };
}
