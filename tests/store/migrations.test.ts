import { Kysely, Migrator, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { afterEach, expect, it } from 'vitest';
import { migrations } from '~/store/migrate.server';
import { openStore, type Store } from '~/store/open-store.server';
import { findUpgrade } from '~/store/upgrades.server';
import { makeDatabase } from '~tests/servers/postgres-database';

const opened: Store[] = [];
afterEach(() => Promise.all(opened.splice(0).map((store) => store.close())));

it('are run once by three processes that start in the same instant', async () => {
  const databaseUrl = await makeDatabase();
  opened.push(...(await Promise.all([1, 2, 3].map(() => openStore({ dataDir: 'unused', databaseUrl })))));
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(opened[0]!.db);
  const names = rows.map(({ name }) => name);
  expect(names).toHaveLength(new Set(names).size);
  expect(names).toEqual(
    expect.arrayContaining(['0001-sessions', '0002-embedded-backend', '0003-one-account-per-email']),
  );
  for (const { db } of opened) expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([]);
});

it('leave the accounts that shared an e-mail before, and give it to the first', async () => {
  const databaseUrl = await makeDatabase();
  await stopAt('0002-embedded-backend', databaseUrl, (db) =>
    sql`insert into backend_accounts (id, email, profile, marketing_opt_in, created_at)
      values ('b', 'ann@example.com', '{}', 0, '2026-03-01'), ('a', 'ann@example.com', '{}', 0, '2026-03-01'),
        ('c', 'cy@example.com', '{}', 0, '2026-03-02')`.execute(db),
  );
  const store = await openStore({ dataDir: 'unused', databaseUrl });
  opened.push(store);
  const rows = await store.db.selectFrom('backend_accounts').select(['id', 'email_key']).orderBy('id').execute();
  expect(rows).toEqual([
    { id: 'a', email_key: 'ann@example.com' },
    { id: 'b', email_key: null },
    { id: 'c', email_key: 'cy@example.com' },
  ]);
});

it('make invitations of before into users who can be invited again, and leave what was paid to its sign-up', async () => {
  const databaseUrl = await makeDatabase();
  await stopAt('0003-one-account-per-email', databaseUrl, async (db) => {
    await sql`insert into backend_invitations (id, family_id, email, co_parent, is_subscription_paid, created_at)
      values ('invited', 'family', 'ben@example.com', '{}', 1, '2026-03-01')`.execute(db);
    await sql`insert into backend_payment_attempts (order_id, signup_id, number, amount, currency, merchant_account, payment_type,
      request, pricing, language, state, created_at, updated_at) values ('order', 'signup', 1, 1, 'USD', 'account', 'creditCard',
      '{}', '{}', 'en', 'settled', '2026-03-01', '2026-03-01')`.execute(db);
  });
  const store = await openStore({ dataDir: 'unused', databaseUrl });
  opened.push(store);
  expect(await store.db.selectFrom('backend_invitations').selectAll().execute()).toMatchObject([
    { id: 'invited', agreed_to_terms: 0, parent: null, completed_at: null },
  ]);
  expect(await store.db.selectFrom('backend_payment_attempts').select('payer').execute()).toEqual([
    { payer: 'registration' },
  ]);
});

it('note when a store of 0.1.0 was brought up, whose cookies browsers still hold, and nothing in a new one', async () => {
  const databaseUrl = await makeDatabase();
  await stopAt('0008-variants', databaseUrl, (db) =>
    sql`update kysely_migration set timestamp = '2026-03-01T12:00:00.000Z'`.execute(db),
  );
  const before = Date.now();
  const [brought, fresh] = [
    await openStore({ dataDir: 'unused', databaseUrl }),
    await openStore({ dataDir: 'unused', databaseUrl: await makeDatabase() }),
  ];
  opened.push(brought, fresh);
  const at = await findUpgrade(brought.db, 'cookie-names');
  expect(at!.getTime()).toBeGreaterThanOrEqual(before);
  expect(await findUpgrade(fresh.db, 'cookie-names')).toBeUndefined();
  // It is the time of the upgrade, not of a start.
  const again = await openStore({ dataDir: 'unused', databaseUrl });
  opened.push(again);
  expect(await findUpgrade(again.db, 'cookie-names')).toEqual(at);
});

/** A database after an old migration, with data of that time. */
async function stopAt(name: string, databaseUrl: string, keep: (db: Kysely<unknown>) => Promise<unknown>) {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString: databaseUrl }) }),
  });
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  }).migrateTo(name);
  expect(error).toBeUndefined();
  await keep(db);
  await db.destroy();
}

it('are not waited for without end: a process that hangs in them is named', async () => {
  const databaseUrl = await makeDatabase();
  const holder = new Pool({ connectionString: databaseUrl, max: 1 });
  await holder.query('select pg_advisory_lock(7046113)');
  await expect(openStore({ dataDir: 'unused', databaseUrl, migrationWaitMs: 100 })).rejects.toThrow(
    "Another process has held the store's migrations for 0.1 s",
  );
  await holder.end();
  opened.push(await openStore({ dataDir: 'unused', databaseUrl, migrationWaitMs: 100 }));
});

it('count as numbers, as on SQLite', async () => {
  const store = await openStore({ dataDir: 'unused', databaseUrl: await makeDatabase() });
  opened.push(store);
  const counted = await store.db
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll().as('n'))
    .executeTakeFirst();
  expect(counted).toEqual({ n: 0 });
});
