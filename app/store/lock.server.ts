import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';

/**
 * Claims a data folder for this process. The claim is a file lock held by an open exclusive transaction, so the operating
 * system releases it however the process ends.
 *
 * @param dataDir the folder; made if it is missing
 * @returns a function that gives the folder free again
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
    // libsql closes the file only when the object is collected; the lock goes with the transaction.
    lock.exec('rollback');
    lock.close();
  };
}
