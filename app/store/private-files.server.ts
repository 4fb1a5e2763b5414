import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const OTHER_USERS = 0o077;
const OWNER = 0o700;
/** The files that SQLite creates beside a database, with the same permissions. */
const SUFFIXES = ['', '-wal', '-shm', '-journal'];

/**
 * Makes a SQLite file readable only by its owner before it is opened, whatever the umask. SQLite would make it readable
 * for all users. Creates a missing folder, also only for the owner.
 *
 * @throws Error if the file cannot be created, or belongs to another user and is open to others
 */
export function makePrivateFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: OWNER });
  closeSync(openSync(path, 'a', 0o600));
  for (const suffix of SUFFIXES) restrictToOwner(path + suffix);
}

/** Removes other users' permissions from a file; does nothing if it does not exist. */
export function restrictToOwner(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  if (mode !== undefined && (mode & OTHER_USERS) !== 0) chmodSync(path, mode & OWNER);
}
