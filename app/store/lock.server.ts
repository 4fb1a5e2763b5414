import { join } from 'node:path';
import Database from 'libsql';
import { StartFault } from '~/lib/start-fault';
import { makePrivateFile } from './private-files.server';

/**
 * Claims a data folder for this process. An open exclusive transaction holds a file lock, so the operating system releases it even after a
 * crash.
 *
 * @param dataDir the folder; created if missing
 * @returns a function that releases the folder
 * @throws StartFault if another process holds the folder, or it cannot be written
 */
export function claimDataDir(dataDir: string): () => void {
  const lock = openLock(dataDir);
  try {
    lock.pragma('busy_timeout = 250');
    lock.exec('begin exclusive');
  } catch (cause) {
    lock.close();
    if (!(cause instanceof Database.SqliteError && cause.code === 'SQLITE_BUSY')) throw unusable(dataDir, cause);
    throw new StartFault(
      'folder-taken',
      `Another process is using the data folder ${dataDir}, and only one process can use a folder (DATA_DIR)`,
    );
  }
  return () => {
    // libsql closes the file only on garbage collection; the rollback releases the lock now.
    lock.exec('rollback');
    lock.close();
  };
}

function openLock(dataDir: string): Database.Database {
  const path = join(dataDir, 'lock.db');
  try {
    makePrivateFile(path);
    return new Database(path);
  } catch (cause) {
    throw unusable(dataDir, cause);
  }
}

/** Why a process cannot use its folder. */
export function unusable(dataDir: string, cause: unknown): StartFault {
  return new StartFault('folder-unusable', `The data folder ${dataDir} cannot be used (DATA_DIR)`, { cause });
}
