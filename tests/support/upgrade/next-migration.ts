import { join } from 'node:path';
import { Kysely, PostgresDialect, sql, SqliteDialect, type Migration } from 'kysely';
import Database from 'libsql';
import { Pool } from 'pg';
import { migrateToLatest, migrations } from '~/store/migrate.server';
import type { Site } from './left-store';

/** An example of a later release's migration, with a table, columns and an index (docs/decisions/0008). Only tests run it. */
const next: Migration = {
  async up(db) {
    for (const statement of [
      'create table next_things (id text primary key)',
      'alter table sessions add column next_note text',
      'alter table backend_registrations add column next_count integer not null default 0',
      'create index sessions_by_next_note on sessions (next_note)',
    ])
      await sql.raw(statement).execute(db);
  },
};

/** The migrations of a later release. */
export const laterMigrations = { ...migrations, '9999-next': next };

/** Migrates a site's store to a later release. On SQLite no server may run. */
export async function migrateToNext({ dataDir, databaseUrl }: Site): Promise<void> {
  const db = new Kysely<unknown>({
    dialect: databaseUrl
      ? new PostgresDialect({ pool: new Pool({ connectionString: databaseUrl, max: 1 }) })
      : new SqliteDialect({ database: new Database(join(dataDir, 'joinery.db')) }),
  });
  await migrateToLatest(db, laterMigrations);
  await db.destroy();
}
