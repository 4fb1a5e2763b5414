import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { afterEach, expect, it } from 'vitest';
import { compareMigrations, migrateToLatest, migrations } from '~/store/migrate.server';
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

/** Makes a database of an earlier release, which lacks some migrations, and reads its mails, which one of them alters, as a dump does. */
async function openBesideDump(firstMissing = '0004') {
  const databaseUrl = await makeDatabase();
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString: databaseUrl }) }),
  });
  const earlier = Object.entries(migrations).filter(([name]) => name < firstMissing);
  await migrateToLatest(db, Object.fromEntries(earlier));
  await db.destroy();
  const dump = new Pool({ connectionString: databaseUrl, max: 1, idleTimeoutMillis: 0 });
  await dump.query('begin; lock table backend_mails in access share mode');
  return { databaseUrl, dump };
}

it('answers queries of serving processes while it waits for a table', async () => {
  const { databaseUrl, dump } = await openBesideDump();
  const serving = new Pool({ connectionString: databaseUrl, max: 1, statement_timeout: 5_000 });
  const countWaiting = async () => {
    const waiting = `select pid from pg_locks where not granted and relation = 'backend_mails'::regclass`;
    return (await serving.query(waiting)).rowCount;
  };
  const migrating = openStore({ dataDir: 'unused', databaseUrl });
  for (const _try of [1, 2]) {
    await expect.poll(countWaiting).toBe(1);
    expect((await serving.query('select id from backend_mails')).rows).toEqual([]);
  }
  await dump.query('commit');
  opened.push(await migrating);
  expect((await serving.query('select invitation_id from backend_mails')).rows).toEqual([]);
  await Promise.all([dump.end(), serving.end()]);
});

it('keeps a finished migration while a later one waits for a table', async () => {
  const { databaseUrl, dump } = await openBesideDump('0003');
  const serving = new Pool({ connectionString: databaseUrl, max: 1 });
  const migrating = openStore({ dataDir: 'unused', databaseUrl });
  const waiting = `select pid from pg_locks where not granted and relation = 'backend_mails'::regclass`;
  await expect.poll(async () => (await serving.query(waiting)).rowCount).toBe(1);
  const applied = await serving.query<{ name: string }>('select name from kysely_migration order by name');
  expect(applied.rows.at(-1)?.name).toBe('0003-seals-of-answers');
  await serving.query('begin; lock table backend_payment_attempts in row exclusive mode nowait; commit');
  await dump.query('commit');
  opened.push(await migrating);
  expect(await compareMigrations(opened.at(-1)!.db)).toEqual({ unknown: [], missing: [] });
  await Promise.all([dump.end(), serving.end()]);
});

it('fails to open a store if a table stays locked for the whole time', async () => {
  const { databaseUrl, dump } = await openBesideDump();
  await expect(openStore({ dataDir: 'unused', databaseUrl, migrationWaitMs: 100 })).rejects.toThrow(
    'Failed to migrate the store: migration 0004-mails-of-invitations',
  );
  await dump.end();
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
