import Database from 'libsql';

/**
 * Reads a whole SQLite file and changes nothing.
 *
 * @returns its faults, one per line; empty if it is sound
 * @throws Error if it cannot be read at all
 */
export function findSqliteFaults(path: string): string[] {
  const database = new Database(path);
  try {
    // libsql ignores its own option `readonly`.
    database.pragma('query_only = ON');
    const integrity = database.prepare('pragma integrity_check').all() as { integrity_check: string }[];
    const violations = database.prepare('pragma foreign_key_check').all() as { table: string; parent: string }[];
    return [
      ...integrity.map((row) => row.integrity_check).filter((line) => line !== 'ok'),
      ...violations.map(({ table, parent }) => `a row of ${table} refers to a missing row of ${parent}`),
    ];
  } finally {
    database.close();
  }
}
