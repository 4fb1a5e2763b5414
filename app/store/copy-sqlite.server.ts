import { closeSync, fsyncSync, openSync } from 'node:fs';
import Database from 'libsql';
import { makePrivateFile } from './private-files.server';

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
