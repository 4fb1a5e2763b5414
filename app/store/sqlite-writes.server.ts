import type Database from 'libsql';

type Statement = ReturnType<Database.Database['prepare']>;

const READS = /^\s*(select|pragma|explain|values)\b/i;
const TRANSACTION_CONTROL = /^\s*(begin|commit|rollback|end|savepoint|release)\b/i;

/**
 * Makes every write of a connection either commit or fail as a whole.
 *
 * If a prepared statement of libsql finds the file locked, it stays half executed until it is garbage-collected. Until then SQLite commits
 * nothing on that connection: later writes seem to succeed, are invisible to other connections, keep the file locked, and are lost with the
 * process. `exec` has no such problem. So `exec` takes the lock, and a prepared statement runs only while the lock is held.
 */
export function commitWrites(database: Database.Database): Database.Database {
  const prepare = database.prepare.bind(database);
  database.prepare = ((sql: string) => {
    if (TRANSACTION_CONTROL.test(sql)) return asStatement(() => database.exec(sql));
    const statement = prepare(sql);
    if (READS.test(sql)) return statement;
    const { run, all } = statement;
    statement.run = (...values: unknown[]) => write(database, () => run.apply(statement, values));
    statement.all = (...values: unknown[]) => write(database, () => all.apply(statement, values));
    return statement;
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
  const nothing = { changes: 0, lastInsertRowid: 0 };
  return {
    reader: false,
    run: () => {
      run();
      return nothing;
    },
  } as unknown as Statement;
}
