import type { PostgresOptions } from './postgres-store.server';
import { openExistingSqliteStore, openSqliteStore } from './sqlite-store.server';
import type { Store } from './store';

export type { Db, Store } from './store';

export interface StoreOptions extends Partial<PostgresOptions> {
  /** Where SQLite keeps its file. Postgres needs none. */
  dataDir: string;
}

/**
 * Opens the store and brings its tables up to date: Postgres where there is a `databaseUrl`, which any number of processes may share,
 * else SQLite in the data folder, which is then this process's alone.
 *
 * @throws Error when the store does not answer, another process holds the folder, or a migration fails
 */
export async function openStore({ dataDir, databaseUrl, ...options }: StoreOptions): Promise<Store> {
  if (databaseUrl === undefined) return openSqliteStore(dataDir);
  // Loaded where it is used, as every library of an adapter is.
  const { openPostgresStore } = await import('./postgres-store.server');
  return openPostgresStore({ databaseUrl, ...options });
}

/**
 * Opens a store that servers may be using, for a command beside them: it claims no folder and migrates nothing, so that the tables are
 * those of the release that runs.
 *
 * @param options.readonly refuses every write
 * @returns undefined where the folder has no store; Postgres is asked only by the first query
 */
export async function openExistingStore({
  dataDir,
  databaseUrl,
  readonly,
}: Pick<StoreOptions, 'dataDir' | 'databaseUrl'> & { readonly: boolean }): Promise<Store | undefined> {
  if (databaseUrl === undefined) return openExistingSqliteStore(dataDir, readonly);
  const { openExistingPostgresStore } = await import('./postgres-store.server');
  return openExistingPostgresStore(databaseUrl, readonly);
}
