import type { PostgresOptions } from './postgres-store.server';
import { openExistingSqliteStore, openSqliteStore } from './sqlite-store.server';
import type { Store } from './store';

export type { Store } from './store';

export interface StoreOptions extends Partial<PostgresOptions> {
  /** The folder of the SQLite file; Postgres needs none. */
  dataDir: string;
}

/**
 * Opens the store and migrates its tables. With a `databaseUrl` it is Postgres, which any number of processes may share; otherwise it is
 * SQLite in the data folder, which this process then claims.
 *
 * @throws StartFault if the store does not respond, another process holds the folder, or a migration fails
 */
export async function openStore({ dataDir, databaseUrl, ...options }: StoreOptions): Promise<Store> {
  if (databaseUrl === undefined) return openSqliteStore(dataDir, options.onStep);
  // Imported lazily, like every adapter's library.
  const { openPostgresStore } = await import('./postgres-store.server');
  return openPostgresStore({ databaseUrl, ...options });
}

/**
 * Opens a store for a command, also while servers use it. Claims no folder and runs no migration, so the tables are those of the running
 * release.
 *
 * @param options.readonly refuses every write
 * @returns undefined if the folder has no store; Postgres is first contacted by the first query
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
