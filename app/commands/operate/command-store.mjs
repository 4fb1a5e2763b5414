import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import Database from 'libsql';
import pg from 'pg';

/**
 * The store of the server, for a command beside it: Postgres where `DATABASE_URL` says so, as for the server itself.
 *
 * @param {string} dataDir
 * @param {boolean} readonly
 * @returns {import('kysely').Kysely<any> | undefined} undefined where there is none
 */
export function openCommandStore(dataDir, readonly) {
  if (process.env.DATABASE_URL?.trim()) {
    const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 1, connectionTimeoutMillis: 5000 });
    return new Kysely({ dialect: new PostgresDialect({ pool }) });
  }
  const file = join(dataDir, 'joinery.db');
  if (!existsSync(file)) return undefined;
  const database = new Database(file, { readonly });
  database.pragma('busy_timeout = 5000');
  return new Kysely({ dialect: new SqliteDialect({ database }) });
}
