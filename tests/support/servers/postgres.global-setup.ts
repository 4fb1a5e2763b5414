import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres';

declare module 'vitest' {
  interface ProvidedContext {
    /** A Postgres server where tests may create databases. */
    postgresUrl: string;
  }
}

// Each project loads this file separately; only `process` is shared.
const shared = process as typeof process & { joineryPostgres?: ReturnType<typeof startPostgres> };

/** Provides one Postgres per run: `DATABASE_URL`, or one started here. */
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
