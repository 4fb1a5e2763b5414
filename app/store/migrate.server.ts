import { DEFAULT_MIGRATION_TABLE, Migrator, sql, type Kysely, type Migration } from 'kysely';
import { StartFault } from '~/lib/start-fault';
import { sessions } from './migrations/0001-sessions.server';
import { embeddedBackend } from './migrations/0002-embedded-backend.server';
import { oneAccountPerEmail } from './migrations/0003-one-account-per-email.server';
import { invites } from './migrations/0004-invites.server';
import { professionals } from './migrations/0006-professionals.server';
import { limits } from './migrations/0007-limits.server';
import { variants } from './migrations/0008-variants.server';
import { paymentHistory } from './migrations/0009-payment-history.server';
import { sessionIds } from './migrations/0010-session-ids.server';
import { hashedCodes } from './migrations/0011-hashed-codes.server';
import { settlements } from './migrations/0012-settlements.server';
import { laterLooks } from './migrations/0013-later-looks.server';
import { operators } from './migrations/0014-operators.server';
import { mailFailures } from './migrations/0016-mail-failures.server';
import { indexesForRounds } from './migrations/0017-indexes-for-rounds.server';

/** Keyed by name. Migrations run in the order of their names. */
export const migrations: Record<string, Migration> = {
  '0001-sessions': sessions,
  '0002-embedded-backend': embeddedBackend,
  '0003-one-account-per-email': oneAccountPerEmail,
  '0004-invites': invites,
  '0006-professionals': professionals,
  '0007-limits': limits,
  '0008-variants': variants,
  '0009-payment-history': paymentHistory,
  '0010-session-ids': sessionIds,
  '0011-hashed-codes': hashedCodes,
  '0012-settlements': settlements,
  '0013-later-looks': laterLooks,
  '0014-operators': operators,
  '0016-mail-failures': mailFailures,
  '0017-indexes-for-rounds': indexesForRounds,
};

/**
 * Runs the pending migrations in the order of their names. An older replica that restarts during a rolling deploy finds migrations of a
 * later release; it can continue because migrations only add (docs/decisions/0023).
 *
 * @throws StartFault with the failing migration's cause
 */
export async function migrateToLatest<T>(db: Kysely<T>): Promise<void> {
  // Read this first: the migrator takes the only connection.
  const all = { ...migrations, ...(await findLaterMigrations(db)) };
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(all) } });
  const { error, results } = await migrator.migrateToLatest();
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'unknown';
    const sentence = `The store could not be brought up to date: migration ${failed}`;
    throw new StartFault('store-not-migrated', sentence, { cause: error });
  }
}

/** What a store was brought up to, against what this release knows. */
export async function compareMigrations<T>(db: Kysely<T>): Promise<{ unknown: string[]; missing: string[] }> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const ran = rows.map(({ name }) => name);
  return {
    unknown: ran.filter((name) => !(name in migrations)),
    missing: Object.keys(migrations).filter((name) => !ran.includes(name)),
  };
}

/** Migrations that ran and come after all known ones. An unknown one in between belongs to another product and is refused. */
async function findLaterMigrations<T>(db: Kysely<T>): Promise<Record<string, Migration>> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return {};
  const last = Object.keys(migrations).at(-1) ?? '';
  const { rows } = await sql<{ name: string }>`select name from kysely_migration where name > ${last}`.execute(db);
  return Object.fromEntries(rows.map(({ name }) => [name, { up: () => Promise.resolve() }]));
}
