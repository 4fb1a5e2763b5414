import { join } from 'node:path';
import Database from 'libsql';

/** Opens the store of a server, beside the server: for what no screen shows, and to let time pass. */
export function withStore<Result>(dataDir: string, work: (database: Database.Database) => Result): Result {
  const database = new Database(join(dataDir, 'joinery.db'));
  try {
    database.pragma('busy_timeout = 5000');
    return work(database);
  } finally {
    database.close();
  }
}

export function countSessions(dataDir: string): number {
  return withStore(
    dataDir,
    (database) => (database.prepare('select count(*) as n from sessions').get() as { n: number }).n,
  );
}

/** Lets every session's time be over. */
export function expireSessions(dataDir: string): void {
  withStore(dataDir, (database) =>
    database.prepare(`update sessions set expires_at = '2001-01-01T00:00:00.000Z'`).run(),
  );
}
