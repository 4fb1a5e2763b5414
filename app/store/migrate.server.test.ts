import { Kysely, sql, SqliteDialect } from 'kysely';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { migrateToLatest } from './migrate.server';

function openMemory(): { db: Kysely<unknown>; ran: string[] } {
  const ran: string[] = [];
  const db = new Kysely<unknown>({
    dialect: new SqliteDialect({ database: new Database(':memory:') }),
    log: (event) => void ran.push(event.query.sql),
  });
  return { db, ran };
}

test('no migration takes away what an older replica still uses during a rolling deploy', async () => {
  const { db, ran } = openMemory();
  await migrateToLatest(db);
  const changes = ran.filter((statement) => /^(alter|drop)/i.test(statement));
  expect(changes.length).toBeGreaterThan(10);
  for (const statement of changes) {
    expect(statement).toMatch(/^alter table \S+ add column /i);
    // An older replica's insert does not name the new column.
    if (/not null/i.test(statement)) expect(statement).toMatch(/default/i);
  }
  await db.destroy();
});

test('a store that a later release has migrated already opens, is not migrated again, and is written to', async () => {
  const { db } = openMemory();
  await migrateToLatest(db);
  await sql`alter table sessions add column note text`.execute(db);
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2027-01-01')`.execute(db);
  await migrateToLatest(db);
  await sql`insert into sessions (id, data, created_at, expires_at) values ('a', 'b', 'c', 'd')`.execute(db);
  expect((await sql`select * from sessions`.execute(db)).rows).toMatchObject([{ id: 'a', version: 1, note: null }]);
  await db.destroy();
});

test('a store with a migration that is none of ours is refused', async () => {
  const { db } = openMemory();
  await migrateToLatest(db);
  await sql`insert into kysely_migration (name, timestamp) values ('0001-other', '2027-01-01')`.execute(db);
  await expect(migrateToLatest(db)).rejects.toThrow('could not be brought up to date');
  await db.destroy();
});
