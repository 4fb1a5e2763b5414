import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres';

declare module 'vitest' {
  interface ProvidedContext {
    /** A Postgres in which databases can be made. */
    postgresUrl: string;
  }
}

// Several projects ask, and each loads this file for itself; `process` is what they share.
const shared = process as typeof process & { joineryPostgres?: ReturnType<typeof startPostgres> };

/** Gives the tests a Postgres, one a run: that of `DATABASE_URL`, else one started here. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (process.env.DATABASE_URL) {
    project.provide('postgresUrl', process.env.DATABASE_URL);
    return async () => undefined;
  }
  const starting = (shared.joineryPostgres ??= startPostgres());
  project.provide('postgresUrl', (await starting).url);
  return async () => {
    if (shared.joineryPostgres !== starting) return;
    delete shared.joineryPostgres;
    await (await starting).stop();
  };
}
