import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { walkTo } from '~tests/walks/walk-parent';
import { startSite, type Site, type SiteOptions } from '../process/site';
import { createDatabase, openPostgres, openSqlite, type BenchDatabase, type Purpose } from './databases';
import { fillStore, type Size } from './fill-store';

/** A store that outlives the servers on it. */
export interface FilledStore {
  start(options?: Partial<SiteOptions>): Promise<Site>;
  open(purpose: Purpose): Promise<BenchDatabase>;
  remove(): void;
}

let made = 0;

/**
 * Creates a store, and fills it with copies of two parents' data, one of them at Review.
 * @param serverUrl of Postgres; undefined for SQLite
 */
export async function makeFilledStore(name: string, serverUrl: string | undefined, size: Size): Promise<FilledStore> {
  const dataDir = mkdtempSync(join(tmpdir(), 'joinery-bench-'));
  const databaseUrl = serverUrl && (await createDatabase(serverUrl, `bench_${++made}`));
  const store: FilledStore = {
    start: (options) => startSite({ name, dataDir, databaseUrl, ...options }),
    open: async (purpose) =>
      databaseUrl ? openPostgres(databaseUrl) : openSqlite(join(dataDir, 'joinery.db'), purpose),
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
  const site = await store.start();
  await walkTo(new PlainBrowser(site.origin), 'payment/review', parentOfMinnesota());
  await walkTo(new PlainBrowser(site.origin), 'receipt', parentOfMinnesota());
  await site.stop();
  const database = await store.open('filling');
  await fillStore(database, size);
  if (databaseUrl) await database.run('vacuum analyze');
  await database.close();
  return store;
}
