import { closeSync, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { makePrivateFile } from './private-files.server';

/** The name of the store's SQLite file. */
export const SQLITE_FILE = 'joinery.db';

/** The SQLite file of a data folder. */
export function sqliteFile(dataDir: string): string {
  return join(dataDir, SQLITE_FILE);
}

/**
 * Copies a SQLite file consistently while other processes may be writing to it. Only its owner can read the copy, which is synced to disk
 * when this returns.
 *
 * @throws Error if the file cannot be read within 10 s, the copy cannot be written, or it fails the integrity check
 */
export function copySqliteFile(from: string, to: string): void {
  makePrivateFile(to);
  const source = new Database(from);
  try {
    source.pragma('busy_timeout = 10000');
    source.prepare('vacuum into ?').run(to);
  } finally {
    source.close();
  }
  const copy = new Database(to);
  try {
    const [result] = copy.prepare('pragma integrity_check').all() as { integrity_check: string }[];
    if (result?.integrity_check !== 'ok') throw new Error(`${to}: ${result?.integrity_check ?? 'no result'}`);
  } finally {
    copy.close();
  }
  // VACUUM INTO does not guarantee to sync the file.
  const file = openSync(to, 'r+');
  fsyncSync(file);
  closeSync(file);
}

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
