import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { openStore, type Store } from '../../app/server/store/open-store.server';
import { makeDatabase } from '../support/postgres-database';

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
  const store = await openStore({ dataDir: 'unused', databaseUrl });
  opened.push(store);
  await sql`drop index backend_accounts_by_email_key`.execute(store.db);
  await sql`alter table backend_accounts drop column email_key`.execute(store.db);
  await sql`delete from kysely_migration where name = '0003-one-account-per-email'`.execute(store.db);
  await sql`insert into backend_accounts (id, email, profile, marketing_opt_in, created_at)
    values ('b', 'ann@example.com', '{}', 0, '2026-03-01'), ('a', 'ann@example.com', '{}', 0, '2026-03-01'),
      ('c', 'cy@example.com', '{}', 0, '2026-03-02')`.execute(store.db);
  opened.push(await openStore({ dataDir: 'unused', databaseUrl }));
  const rows = await store.db.selectFrom('backend_accounts').select(['id', 'email_key']).orderBy('id').execute();
  expect(rows).toEqual([
    { id: 'a', email_key: 'ann@example.com' },
    { id: 'b', email_key: null },
    { id: 'c', email_key: 'cy@example.com' },
  ]);
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
