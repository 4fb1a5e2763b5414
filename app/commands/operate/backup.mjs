/**
 * `npm run backup -- FOLDER [DATA_DIR]` copies the store of a data folder, and the sandbox's books, while the server goes on working. What
 * was acknowledged before is in the copy, whole. The copy is a data folder: a server that is given it as `DATA_DIR` starts from there.
 * Plain Node beside the build, like `start.mjs`. Postgres has `pg_dump` (docs/operations.md, "Backing up and restoring").
 */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Database from 'libsql';

const STORES = ['joinery.db', 'sandbox.db'];

process.exitCode = run(process.argv.slice(2));

/** @param {string[]} given @returns {number} the exit code: 0 where the copy is whole, 1 where it is not, 2 where nothing was begun */
function run([target, folder, ...more]) {
  if (!target || more.length > 0) return fail(2, 'Usage: npm run backup -- FOLDER [DATA_DIR]');
  if (process.env.DATABASE_URL?.trim()) return fail(2, 'The store is Postgres: back it up with pg_dump.');
  const dataDir = resolve(folder ?? process.env.DATA_DIR ?? './data');
  const copyDir = resolve(target);
  if (!existsSync(join(dataDir, 'joinery.db'))) return fail(2, `There is no store in ${dataDir}.`);
  if (existsSync(copyDir) && readdirSync(copyDir).length > 0) return fail(2, `${copyDir} is not empty.`);
  mkdirSync(copyDir, { recursive: true, mode: 0o700 });
  try {
    for (const name of STORES) if (existsSync(join(dataDir, name))) copyStore(join(dataDir, name), join(copyDir, name));
  } catch (error) {
    return fail(1, `The copy is not whole: ${error.message}`);
  }
  console.log(`Copied to ${copyDir}, ${new Date().toISOString()}.`);
  if (existsSync(join(dataDir, 'session-secret'))) {
    console.log(
      'Not copied: session-secret. Keep it elsewhere; without it the sessions and unsent mails of the copy stay shut.',
    );
  }
  return 0;
}

/** One consistent picture of the file, as of one moment, and on the disk when this returns. */
function copyStore(from, to) {
  const source = new Database(from, { readonly: true });
  try {
    source.pragma('busy_timeout = 10000');
    source.prepare('vacuum into ?').run(to);
  } finally {
    source.close();
  }
  const copy = new Database(to);
  try {
    const [{ integrity_check: found }] = copy.prepare('pragma integrity_check').all();
    if (found !== 'ok') throw new Error(`${to}: ${found}`);
  } finally {
    copy.close();
  }
  // VACUUM INTO does not promise that it is on the disk.
  const file = openSync(to, 'r+');
  fsyncSync(file);
  closeSync(file);
}

function fail(code, text) {
  console.error(text);
  return code;
}
