import type Database from 'libsql';

type Statement = ReturnType<Database.Database['prepare']>;

const READS = /^\s*(select|pragma|explain|values)\b/i;
const TRANSACTION_CONTROL = /^\s*(begin|commit|rollback|end|savepoint|release)\b/i;

/** The maximum number of cached statements, because queries differ by the length of their lists. */
const MAX_CACHED = 200;

/**
 * Makes every write of a connection either commit or fail as a whole, and prepares each statement once.
 *
 * If a prepared statement of libsql finds the file locked, it stays half executed until it is garbage-collected. Until then SQLite commits
 * nothing on that connection: later writes seem to succeed, are invisible to other connections, keep the file locked, and are lost with the
 * process. `exec` has no such problem. So `exec` takes the lock, and a prepared statement runs only while the lock is held. For the same
 * reason a statement that failed is prepared again.
 */
export function commitWrites(database: Database.Database): Database.Database {
  const prepare = database.prepare.bind(database);
  const cache = new Map<string, Statement>();
  const addToCache = (sql: string, statement: Statement) => {
    for (const oldest of cache.keys()) {
      if (cache.size < MAX_CACHED) break;
      cache.delete(oldest);
    }
    cache.set(sql, statement);
    return statement;
  };
  database.prepare = ((sql: string) => {
    if (TRANSACTION_CONTROL.test(sql)) return asStatement(() => database.exec(sql));
    const known = cache.get(sql);
    if (known) return known;
    const statement = prepare(sql);
    const { run, all } = statement;
    const isRead = READS.test(sql);
    const execute = <Result>(work: () => Result): Result => {
      try {
        return isRead ? work() : write(database, work);
      } catch (error) {
        cache.delete(sql);
        throw error;
      }
    };
    statement.run = (...values: unknown[]) => execute(() => run.apply(statement, values));
    statement.all = (...values: unknown[]) => execute(() => all.apply(statement, values));
    return addToCache(sql, statement);
  }) as typeof database.prepare;
  return database;
}

function write<Result>(database: Database.Database, work: () => Result): Result {
  if (database.inTransaction) return work();
  database.exec('begin immediate');
  try {
    const result = work();
    database.exec('commit');
    return result;
  } catch (error) {
    if (database.inTransaction) database.exec('rollback');
    throw error;
  }
}

/** The part of a statement that a driver uses for a statement without rows. */
function asStatement(run: () => void): Statement {
  const emptyResult = { changes: 0, lastInsertRowid: 0 };
  return {
    reader: false,
    run: () => {
      run();
      return emptyResult;
    },
  } as unknown as Statement;
}
