import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readOperatorSettings } from '~/settings/operator-settings';
import { storedSecretPath } from '~/settings/stored-secret.server';
import { copySqliteFile } from '~/store/copy-sqlite.server';
import { UsageError, type Command, type ExitCode, type Terminal } from './command';

const USAGE = `Usage: npm run backup -- FOLDER [DATA_DIR]
Copies the store of a data folder, and the sandbox's books, into FOLDER while the server goes on working. What was acknowledged before is in
the copy, whole. The copy is a data folder: a server that is given it as DATA_DIR, and the PEPPER of before, starts from there. Postgres has pg_dump.
Where there is no checkout: node build/server/index.js backup …`;

const STORE = 'joinery.db';
const FILES = [STORE, 'sandbox.db'];

/** Copies a data folder's stores, also while the server runs. */
export const backup: Command = {
  usage: USAGE,
  async run([target, folder, ...more], terminal) {
    if (!target || more.length > 0) throw new UsageError();
    const settings = readOperatorSettings(terminal.env);
    if (settings.databaseUrl) throw new Error('The store is Postgres: back it up with pg_dump.');
    const dataDir = folder ? resolve(folder) : settings.dataDir;
    const copyDir = resolve(target);
    if (!existsSync(join(dataDir, STORE))) throw new Error(`There is no store in ${dataDir}.`);
    if (existsSync(copyDir) && readdirSync(copyDir).length > 0) throw new Error(`${copyDir} is not empty.`);
    return copy(dataDir, copyDir, terminal);
  },
};

function copy(dataDir: string, copyDir: string, { say, complain, clock }: Terminal): ExitCode {
  mkdirSync(copyDir, { recursive: true, mode: 0o700 });
  try {
    const names = FILES.filter((name) => existsSync(join(dataDir, name)));
    for (const name of names) copySqliteFile(join(dataDir, name), join(copyDir, name));
  } catch (error) {
    complain(`The copy is not whole: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
  say(`Copied to ${copyDir}, ${clock.now().toISOString()}.`);
  if (existsSync(storedSecretPath(dataDir, 'session-secret'))) {
    say(
      'Not copied: session-secret. Keep it elsewhere; without it the sessions and unsent mails of the copy stay shut.',
    );
  }
  if (existsSync(storedSecretPath(dataDir, 'pepper'))) {
    say('Not copied: pepper. Keep it elsewhere; without it no server starts from the copy.');
  }
  return 0;
}
