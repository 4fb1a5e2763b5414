import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { openStore } from '~/store/open-store.server';

const made: string[] = [];
let own: Promise<string> | undefined;

/** This test file's own database with empty tables. @returns its URL */
export async function emptyDatabase(): Promise<string> {
  own ??= makeDatabase().then(migrate);
  const databaseUrl = await own;
  await run(
    databaseUrl,
    `do $$ declare one text; begin
       for one in select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%'
       -- History and record refuse deletion; truncating every table would be slow.
       loop execute format(case when one in ('backend_payment_history', 'operator_actions') then 'truncate %I' else 'delete from %I' end, one); end loop;
     end $$`,
  );
  return databaseUrl;
}

/** An empty database, dropped when the file ends. @returns its URL */
export async function makeDatabase(): Promise<string> {
  const server = inject('postgresUrl');
  const name = `joinery_${randomUUID().replaceAll('-', '')}`;
  await run(server, `create database ${name}`);
  made.push(name);
  const address = new URL(server);
  address.pathname = `/${name}`;
  return address.href;
}

afterAll(async () => {
  for (const name of made.splice(0)) await run(inject('postgresUrl'), `drop database ${name} with (force)`);
});

async function migrate(databaseUrl: string): Promise<string> {
  await (await openStore({ dataDir: 'unused', databaseUrl })).close();
  return databaseUrl;
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
