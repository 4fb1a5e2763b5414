import { resolve } from 'node:path';
import { reasonsOf } from '~/lib/reasons-of';
import type { Secret } from '~/settings/kinds/secret';
import { readOperatorSettings, type OperatorSettings } from '~/settings/operator-settings';
import type { Db, StoreClock } from '~/store/store';
import { isMissingTable } from '~/store/migrate.server';
import { openExistingStore } from '~/store/open-store.server';
import { findStoredSecret } from '~/settings/stored-secret.server';
import { UsageError, type ExitCode, type Terminal } from './command';

/** For the usage of commands with an optional FOLDER. */
export const FOLDER_USAGE =
  'FOLDER is the data folder; the default is DATA_DIR. With DATABASE_URL the store is Postgres, and FOLDER is not allowed.';

interface StoreNeeds {
  dataDir: string;
  databaseUrl: Secret | undefined;
  readonly: boolean;
}

const AT_BACKEND = 'BACKEND_URL is set: accounts, payments, mails and links are at that backend.';

/**
 * The settings of a command with an optional folder as its last argument, which replaces `DATA_DIR` and `BACKEND_URL`. Reports a remote
 * backend.
 *
 * @throws UsageError if Postgres would ignore the folder, which may be a mistyped command, a forgotten option, or another store
 */
export function readStoreSettings(terminal: Terminal, folder: string | undefined): OperatorSettings {
  const settings = readFolderSettings(terminal, folder);
  if (settings.backendUrl !== undefined) terminal.printError(`${AT_BACKEND} Run this command there, too.`);
  return settings;
}

/** The same for a command that only needs data of the backend. @throws Error if the backend is remote */
export function readBackendSettings(terminal: Terminal, folder: string | undefined): OperatorSettings {
  const settings = readFolderSettings(terminal, folder);
  if (settings.backendUrl !== undefined)
    throw new Error(
      `${AT_BACKEND} Run this command there. Nothing was done. For the store of this process, set BACKEND_URL to an empty value.`,
    );
  return settings;
}

/** @returns 1 instead of 0 if a remote backend has the other part of the data */
export function codeWithBackend({ backendUrl }: Pick<OperatorSettings, 'backendUrl'>, code: ExitCode): ExitCode {
  return backendUrl === undefined || code !== 0 ? code : 1;
}

function readFolderSettings({ env }: Terminal, folder: string | undefined): OperatorSettings {
  const settings = readOperatorSettings(env);
  if (!folder) return settings;
  if (settings.databaseUrl !== undefined)
    throw new UsageError(
      `"${folder}" is not allowed, because the store is the Postgres of DATABASE_URL. Nothing was done. For the store of a folder, set DATABASE_URL to an empty value.`,
    );
  return { ...settings, dataDir: resolve(folder), backendUrl: undefined };
}

/**
 * Opens the server's store for a command, and closes it afterwards.
 *
 * @returns the result of the work; 2, with a message, if the store is missing or fails
 */
export async function withStore(
  { dataDir, databaseUrl, readonly }: StoreNeeds,
  { printError, storeClock }: Terminal,
  work: (db: Db, clock: StoreClock) => Promise<ExitCode>,
): Promise<ExitCode> {
  const store = await openExistingStore({ dataDir, databaseUrl: databaseUrl?.reveal(), readonly });
  if (!store) {
    printError(`${dataDir} contains no store. Pass its folder as the last argument, or set DATA_DIR.`);
    return 2;
  }
  try {
    return await work(store.db, storeClock ?? store.clock);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (!isMissingTable(error)) printError(`The store failed: ${reasonsOf(error)}`);
    else {
      const [place, setting] = databaseUrl === undefined ? [dataDir, 'DATA_DIR'] : ['This database', 'DATABASE_URL'];
      printError(
        `${place} has no store of Joinery, or one of an earlier release. Check ${setting}, or start the server once.`,
      );
    }
    return 2;
  } finally {
    await store.close();
  }
}

/** The same for data of the backend, in the configured store or that of a given folder. */
export async function withStoreOf(
  terminal: Terminal,
  { folder, readonly }: { folder: string | undefined; readonly: boolean },
  work: (db: Db, clock: StoreClock) => Promise<ExitCode>,
): Promise<ExitCode> {
  return withStore({ ...readBackendSettings(terminal, folder), readonly }, terminal, work);
}

/** The secrets of the environment, or else the server's stored secret; empty without either. */
export async function findSecrets(
  { sessionSecrets }: Pick<OperatorSettings, 'sessionSecrets'>,
  dataDir: string,
): Promise<string[]> {
  const stored = sessionSecrets.length > 0 ? undefined : await findStoredSecret(dataDir, 'session-secret');
  return [...sessionSecrets, ...(stored ? [stored] : [])].map((secret) => secret.reveal());
}

/** The peppers of the environment, or else the server's stored pepper; empty without either. */
export async function findPeppers({ peppers }: Pick<OperatorSettings, 'peppers'>, dataDir: string): Promise<string[]> {
  const stored = peppers.length > 0 ? undefined : await findStoredSecret(dataDir, 'pepper');
  return [...peppers, ...(stored ? [stored] : [])].map((secret) => secret.reveal());
}
