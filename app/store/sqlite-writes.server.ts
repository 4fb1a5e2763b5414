import type Database from 'libsql';

type Statement = ReturnType<Database.Database['prepare']>;

/** Statements that write nothing, and so commit nothing. */
const READS = /^\s*(select|pragma|explain|values)\b/i;
const TRANSACTION_CONTROL = /^\s*(begin|commit|rollback|end|savepoint|release)\b/i;

/**
 * Lets every write of a connection be committed once it was made, or fail as a whole.
 *
 * A prepared statement of libsql's that finds the file locked is left half run until it is collected, and as long as it is there SQLite
 * commits nothing on that connection: later writes seem to succeed, are seen by nobody else, keep the file locked, and are lost with
 * the process. `exec` has no such remains. So it alone takes the lock, and a prepared statement runs only where that is held.
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

/** What a driver needs of a statement that has no rows. */
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
