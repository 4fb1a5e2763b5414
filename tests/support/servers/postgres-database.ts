import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { sql } from 'kysely';
import { openStore, type Store } from '~/store/open-store.server';

const made: string[] = [];
let migrated: Promise<string> | undefined;
let own: Promise<{ databaseUrl: string; store: Store }> | undefined;

/**
 * Empties the tables of the worker's database, for one test at a time.
 *
 * @returns its URL, and its store, which stays open for the worker's next test
 */
export async function emptyDatabase(): Promise<{ databaseUrl: string; store: Store }> {
  own ??= copyForWorker();
  const { databaseUrl, store } = await own;
  await sql`do $$ declare one text; begin
    for one in select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%'
    -- These two tables reject deletes. Truncating every table would be slow.
    loop execute format(case when one in ('backend_payment_history', 'operator_actions') then 'truncate %I' else 'delete from %I' end, one); end loop;
  end $$`.execute(store.db);
  return { databaseUrl, store };
}

async function copyForWorker() {
  const databaseUrl = await createDatabase(await nameOfMigrated());
  return { databaseUrl, store: await openStore({ dataDir: 'unused', databaseUrl }) };
}

/** Creates a database without tables. It is dropped after the test file. @returns its URL */
export async function makeDatabase(): Promise<string> {
  const url = await createDatabase();
  made.push(url);
  return url;
}

/**
 * Copies a database, by default a migrated one, because migrations take longer. It is dropped after the test file.
 * @param original without open connections
 * @returns its URL
 */
export async function copyDatabase(original?: string): Promise<string> {
  const url = await createDatabase(original === undefined ? await nameOfMigrated() : nameOf(original));
  made.push(url);
  return url;
}

/** Drops the databases of the test file (postgres.setup.ts). */
export async function dropDatabases(): Promise<void> {
  for (const url of made.splice(0)) await run(inject('postgresUrl'), `drop database ${nameOf(url)} with (force)`);
}

/** Returns the name of the worker's template database. No connection to it may be open during a copy. */
async function nameOfMigrated(): Promise<string> {
  migrated ??= createDatabase().then(async (databaseUrl) => {
    await (await openStore({ dataDir: 'unused', databaseUrl })).close();
    return databaseUrl;
  });
  return nameOf(await migrated);
}

async function createDatabase(template?: string): Promise<string> {
  const server = inject('postgresUrl');
  const name = `${inject('postgresPrefix')}_${randomUUID().replaceAll('-', '')}`;
  await run(server, `create database ${name}${template === undefined ? '' : ` template ${template}`}`);
  const address = new URL(server);
  address.pathname = `/${name}`;
  return address.href;
}

function nameOf(databaseUrl: string): string {
  return new URL(databaseUrl).pathname.slice(1);
}

async function run(databaseUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
