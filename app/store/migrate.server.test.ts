import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, sql, SqliteDialect, type Migration } from 'kysely';
import Database from 'libsql';
import { expect, it, onTestFinished } from 'vitest';
import { laterMigrations } from '~tests/upgrade/next-migration';
import { compareMigrations, migrateToLatest, migrations } from './migrate.server';
import { ImmediateSqliteDialect } from './sqlite-dialect.server';
import { commitWrites } from './sqlite-writes.server';

function openMemory(): { db: Kysely<unknown>; ran: string[] } {
  const ran: string[] = [];
  const db = new Kysely<unknown>({
    dialect: new SqliteDialect({ database: new Database(':memory:') }),
    log: (event) => void ran.push(event.query.sql),
  });
  return { db, ran };
}

/** Returns the statements after the baseline that would break a replica of the previous release. */
async function findBreaking(known: Record<string, Migration>): Promise<string[]> {
  const { db, ran } = openMemory();
  await migrateToLatest(db);
  ran.length = 0;
  await migrateToLatest(db, known);
  await db.destroy();
  return ran.filter((statement) => {
    if (!/^(alter|drop|rename)/i.test(statement)) return false;
    // An insert of the previous release does not name the new column.
    return (
      !/^alter table \S+ add column /i.test(statement) || (/not null/i.test(statement) && !/default/i.test(statement))
    );
  });
}

const migrationsWith = (statement: string) => ({
  ...migrations,
  '9999-next': { up: async (db: Kysely<unknown>) => void (await sql.raw(statement).execute(db)) },
});

it('removes nothing that the previous release uses', async () => {
  expect(await findBreaking(migrations)).toEqual([]);
  expect(await findBreaking(laterMigrations)).toEqual([]);
});

it.each([
  'alter table backend_mails drop column last_failure',
  'alter table sessions rename column visitor to browser',
  'alter table backend_accounts rename to accounts',
  'drop index sessions_by_expiry',
])('detects the breaking statement %s', async (statement) => {
  expect(await findBreaking(migrationsWith(statement))).toEqual([statement]);
});

it('updates an older store, and keeps its rows', async () => {
  const { db } = openMemory();
  await migrateToLatest(db);
  await sql`insert into sessions (id, data, created_at, expires_at) values ('a', 'b', 'c', 'd')`.execute(db);
  await migrateToLatest(db, laterMigrations);
  expect((await sql`select * from sessions`.execute(db)).rows).toMatchObject([
    { id: 'a', version: 1, next_note: null },
  ]);
  await db.destroy();
});

it('opens a store migrated by a later release, keeps its tables, and writes to it', async () => {
  const { db } = openMemory();
  await migrateToLatest(db, laterMigrations);
  await migrateToLatest(db);
  expect(await compareMigrations(db)).toEqual({ unknown: ['9999-next'], missing: [] });
  await sql`insert into sessions (id, data, created_at, expires_at) values ('a', 'b', 'c', 'd')`.execute(db);
  expect((await sql`select * from sessions`.execute(db)).rows).toMatchObject([
    { id: 'a', version: 1, next_note: null },
  ]);
  await db.destroy();
});

it('updates a store whose migrations were run by replicas with different clocks', async () => {
  const { db } = openMemory();
  await migrateToLatest(db);
  await sql`update kysely_migration set timestamp = '2020-01-01T00:00:00.000Z' where name like '0004-%'`.execute(db);
  await migrateToLatest(db, laterMigrations);
  expect(await compareMigrations(db)).toMatchObject({ missing: [] });
});

it('rejects a store with a migration of another product', async () => {
  const { db } = openMemory();
  await migrateToLatest(db);
  await sql`insert into kysely_migration (name, timestamp) values ('0000-other', '2027-01-01')`.execute(db);
  await expect(migrateToLatest(db)).rejects.toThrow('Failed to migrate the store');
  await db.destroy();
});

/** Migrates a file as a server does. From the given statement on, every statement fails, as after a kill or on a full disk. */
async function migrateUntil(file: string, failsAt: number): Promise<'migrated' | 'stopped'> {
  const database = commitWrites(new Database(file));
  const prepare = database.prepare.bind(database);
  let statements = 0;
  database.prepare = ((statement: string) => {
    statements += 1;
    if (statements >= failsAt && statement !== 'rollback') throw new Error('stopped');
    return prepare(statement);
  }) as typeof database.prepare;
  const db = new Kysely<unknown>({ dialect: new ImmediateSqliteDialect({ database }) });
  try {
    await migrateToLatest(db);
    return 'migrated';
  } catch {
    return 'stopped';
  } finally {
    await db.destroy();
  }
}

it('migrates a SQLite file after a migration that stopped at any statement', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'migrated-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const stuck: number[] = [];
  for (let failsAt = 1; ; failsAt += 1) {
    const file = join(folder, `${failsAt}.db`);
    if ((await migrateUntil(file, failsAt)) === 'migrated') {
      expect(failsAt).toBeGreaterThan(60);
      break;
    }
    if ((await migrateUntil(file, Infinity)) === 'stopped') stuck.push(failsAt);
  }
  expect(stuck).toEqual([]);
});
