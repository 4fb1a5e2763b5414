import { sql } from 'kysely';
import { Pool } from 'pg';
import { afterEach, expect, it } from 'vitest';
import { migrations } from '~/store/migrate.server';
import { openStore, type Store } from '~/store/open-store.server';
import { makeDatabase } from '~tests/servers/postgres-database';

const opened: Store[] = [];
afterEach(() => Promise.all(opened.splice(0).map((store) => store.close())));

it('runs each migration once if three processes start concurrently', async () => {
  const databaseUrl = await makeDatabase();
  opened.push(...(await Promise.all([1, 2, 3].map(() => openStore({ dataDir: 'unused', databaseUrl })))));
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(opened[0]!.db);
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(migrations));
  for (const { db } of opened) expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([]);
});

it('fails to open a store whose migrations another process holds, with an error that says so', async () => {
  const databaseUrl = await makeDatabase();
  const holder = new Pool({ connectionString: databaseUrl, max: 1 });
  await holder.query('select pg_advisory_lock(7046113)');
  await expect(openStore({ dataDir: 'unused', databaseUrl, migrationWaitMs: 100 })).rejects.toThrow(
    "Another process has held the store's migrations for 0.1 s",
  );
  await holder.end();
  opened.push(await openStore({ dataDir: 'unused', databaseUrl, migrationWaitMs: 100 }));
});

it('returns counts as numbers, as on SQLite', async () => {
  const store = await openStore({ dataDir: 'unused', databaseUrl: await makeDatabase() });
  opened.push(store);
  const counted = await store.db
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll().as('n'))
    .executeTakeFirst();
  expect(counted).toEqual({ n: 0 });
});
