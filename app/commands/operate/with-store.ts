import type { Secret } from '~/settings/kinds/secret';
import { openExistingStore, type Db } from '~/store/open-store.server';
import type { ExitCode, Terminal } from './command';

interface StoreNeeds {
  dataDir: string;
  databaseUrl: Secret | undefined;
  /** Whether the command only reads. */
  readonly: boolean;
}

/**
 * Gives a command the store that the server uses, and closes it afterwards.
 *
 * @returns what the work returned; 2 where there is no store, or it fails, which is said
 */
export async function withStore(
  { dataDir, databaseUrl, readonly }: StoreNeeds,
  { complain }: Terminal,
  work: (db: Db) => Promise<ExitCode>,
): Promise<ExitCode> {
  const store = await openExistingStore({ dataDir, databaseUrl: databaseUrl?.reveal(), readonly });
  if (!store) {
    complain(`There is no store in ${dataDir}. Say its folder last, or set DATA_DIR.`);
    return 2;
  }
  try {
    return await work(store.db);
  } catch (error) {
    complain(`The store does not answer as it should: ${error instanceof Error ? error.message : String(error)}`);
    return 2;
  } finally {
    await store.close();
  }
}
