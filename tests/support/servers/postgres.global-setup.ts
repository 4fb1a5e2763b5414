import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres';

declare module 'vitest' {
  interface ProvidedContext {
    /** A Postgres server where tests may create databases. */
    postgresUrl: string;
    /** The prefix of this run's database names. */
    postgresPrefix: string;
  }
}

/** Provides a Postgres for the whole run: the one at `DATABASE_URL`, or one started here. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const prefix = `joinery_${randomUUID().slice(0, 8)}`;
  project.provide('postgresPrefix', prefix);
  const given = process.env.DATABASE_URL;
  if (given) {
    project.provide('postgresUrl', given);
    return () => dropAll(given, prefix);
  }
  const { url, stop } = await startPostgres();
  project.provide('postgresUrl', url);
  return stop;
}

/** Drops the databases of all workers. */
async function dropAll(connectionString: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [`${prefix}_`],
    );
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
  } finally {
    await client.end();
  }
}
