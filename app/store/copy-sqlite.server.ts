import { closeSync, fsyncSync, openSync } from 'node:fs';
import Database from 'libsql';

/**
 * Copies a file of SQLite's that others may be writing to: one consistent picture, as of one moment, and on the disk when this returns.
 *
 * @throws Error when it cannot be read within 10 s, written, or the copy is not sound
 */
export function copySqliteFile(from: string, to: string): void {
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
    if (result?.integrity_check !== 'ok') throw new Error(`${to}: ${result?.integrity_check ?? 'no answer'}`);
  } finally {
    copy.close();
  }
  // VACUUM INTO does not promise that it is on the disk.
  const file = openSync(to, 'r+');
  fsyncSync(file);
  closeSync(file);
}
