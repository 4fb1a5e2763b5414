import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readOperatorSettings, type OperatorSettings } from '~/settings/operator-settings';
import { storedSecretPath } from '~/settings/stored-secret.server';
import type { Db } from '~/store/store';
import { compareMigrations, hasMigrations } from '~/store/migrate.server';
import { openStore } from '~/store/open-store.server';
import { copySqliteFile, SQLITE_FILE, sqliteFile } from '~/store/sqlite-file.server';
import { UsageError, type Command, type ExitCode, type Terminal } from './command';
import { findPeppers, findSecrets, withStore } from './with-store';
import { verifyFiles, verifyStore, type Verdict } from './verify-copy';

const USAGE = `Usage: npm run backup -- FOLDER [DATA_DIR]
       npm run backup -- --verify [FOLDER]
Copies the store of a data folder, and the sandbox's books, into FOLDER while the server runs. The copy contains every acknowledged write. It is
itself a data folder: a server can start from it with DATA_DIR and the same PEPPER. For Postgres use pg_dump.
--verify checks whether a server can start from the copy in FOLDER, or, without FOLDER, from the database of DATABASE_URL after restoring a dump:
that it is sound, that this release knows its tables, and that SESSION_SECRET and PEPPER open its sealed data. It changes nothing, prints what the
copy contains, and exits with 1 if something prevents a start.
In a release: node build/server/index.js backup …`;

const FILES = [SQLITE_FILE, 'sandbox.db'];

/** Copies a data folder's stores, also while the server runs. */
export const backup: Command = {
  usage: USAGE,
  options: { verify: { type: 'boolean' } },
  async run([target, folder, ...more], terminal, { verify: isVerifying }) {
    if (more.length > 0) throw new UsageError();
    const settings = readOperatorSettings(terminal.env);
    if (isVerifying === true) {
      if (folder !== undefined) throw new UsageError();
      return verify(target === undefined ? undefined : resolve(target), settings, terminal);
    }
    if (!target) throw new UsageError();
    if (settings.databaseUrl) throw new Error('The store is Postgres: back it up with pg_dump.');
    const dataDir = folder ? resolve(folder) : settings.dataDir;
    const copyDir = resolve(target);
    if (!existsSync(sqliteFile(dataDir))) throw new Error(`${dataDir} contains no store.`);
    if (existsSync(copyDir) && readdirSync(copyDir).length > 0) throw new Error(`${copyDir} is not empty.`);
    return copy(dataDir, copyDir, terminal);
  },
};

function copy(dataDir: string, copyDir: string, { print, printError, clock }: Terminal): ExitCode {
  mkdirSync(copyDir, { recursive: true, mode: 0o700 });
  try {
    const names = FILES.filter((name) => existsSync(join(dataDir, name)));
    for (const name of names) copySqliteFile(join(dataDir, name), join(copyDir, name));
  } catch (error) {
    printError(`The copy is incomplete: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
  print(`Copied to ${copyDir}, ${clock.now().toISOString()}.`);
  if (existsSync(storedSecretPath(dataDir, 'session-secret'))) {
    print(
      'Not copied: session-secret. Keep it elsewhere; without it sessions and unsent mails in the copy cannot be opened.',
    );
  }
  if (existsSync(storedSecretPath(dataDir, 'pepper'))) {
    print('Not copied: pepper. Keep it elsewhere; without it a server cannot start from the copy.');
  }
  return 0;
}

/** @param copyDir undefined for the configured database */
async function verify(copyDir: string | undefined, settings: OperatorSettings, terminal: Terminal): Promise<ExitCode> {
  if (copyDir === undefined && settings.databaseUrl === undefined) throw new UsageError();
  const folders = [settings.dataDir, ...(copyDir === undefined ? [] : [copyDir])];
  const keys = {
    secrets: await firstOf(folders, (folder) => findSecrets(settings, folder)),
    peppers: await firstOf(folders, (folder) => findPeppers(settings, folder)),
  };
  if (copyDir === undefined)
    return withStore({ ...settings, readonly: true }, terminal, async (db) =>
      judge(await verifyStore(db, keys), terminal),
    );
  if (!existsSync(sqliteFile(copyDir))) throw new Error(`${copyDir} contains no store.`);
  const files = verifyFiles(copyDir, FILES);
  if (files.faults.length > 0) return judge(files, terminal);
  return withStore({ dataDir: copyDir, databaseUrl: undefined, readonly: true }, terminal, async (db) => {
    const missing = (await hasMigrations(db)) ? (await compareMigrations(db)).missing : [];
    const store =
      missing.length === 0
        ? await verifyStore(db, keys)
        : await withMigratedCopy(copyDir, (migrated) => verifyStore(migrated, keys));
    const pendingMigrations =
      missing.length === 0 ? [] : [`A start runs the migrations ${missing.join(', ')}. They succeeded in a test.`];
    return judge({ lines: [...files.lines, ...pendingMigrations, ...store.lines], faults: store.faults }, terminal);
  });
}

/** Migrates a second copy, because this copy must stay unchanged, and its rows can only be read after pending migrations. */
async function withMigratedCopy(copyDir: string, work: (db: Db) => Promise<Verdict>): Promise<Verdict> {
  const temporaryDir = mkdtempSync(join(tmpdir(), 'joinery-verify-'));
  try {
    copySqliteFile(sqliteFile(copyDir), sqliteFile(temporaryDir));
    const store = await openStore({ dataDir: temporaryDir });
    try {
      return await work(store.db);
    } finally {
      await store.close();
    }
  } finally {
    rmSync(temporaryDir, { recursive: true });
  }
}

function judge({ lines, faults }: Verdict, { print, printError }: Terminal): ExitCode {
  print(lines.join('\n'));
  for (const fault of faults) printError(fault);
  if (faults.length > 0) return 1;
  print('A server can start from it.');
  return 0;
}

async function firstOf(folders: readonly string[], find: (folder: string) => Promise<string[]>): Promise<string[]> {
  for (const folder of folders) {
    const found = await find(folder);
    if (found.length > 0) return found;
  }
  return [];
}
