import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const OTHERS = 0o077;
const OWNER = 0o700;
/** What SQLite keeps beside a file. It gives them the rights of the file itself. */
const COMPANIONS = ['', '-wal', '-shm', '-journal'];

/**
 * Makes a SQLite file readable for its owner alone before it is opened, whatever the umask is: SQLite would create it for everybody. Its folder
 * is made where it is missing, for the owner alone too.
 *
 * @throws Error when the file cannot be made, or belongs to somebody else and is open to others
 */
export function makePrivateFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: OWNER });
  closeSync(openSync(path, 'a', 0o600));
  for (const companion of COMPANIONS) closeToOthers(path + companion);
}

/** Takes the rights of a file away that others have; nothing where it does not exist. */
export function closeToOthers(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  if (mode !== undefined && (mode & OTHERS) !== 0) chmodSync(path, mode & OWNER);
}
