import { DEFAULT_MIGRATION_TABLE, Migrator, sql, type Kysely, type Migration } from 'kysely';
import { StartFault } from '~/lib/start-fault';
import { baseline } from './migrations/0001-baseline.server';
import { signUpEvents } from './migrations/0002-sign-up-events.server';
import { sealsOfAnswers } from './migrations/0003-seals-of-answers.server';
import { mailsOfInvitations } from './migrations/0004-mails-of-invitations.server';
import { discards } from './migrations/0005-discards.server';

/** Keyed by name. Migrations run in the order of their names. */
export const migrations: Record<string, Migration> = {
  '0001-baseline': baseline,
  '0002-sign-up-events': signUpEvents,
  '0003-seals-of-answers': sealsOfAnswers,
  '0004-mails-of-invitations': mailsOfInvitations,
  '0005-discards': discards,
};

/**
 * Runs the pending migrations in the order of their names. During a rolling deploy, a restarting replica of the previous release finds
 * migrations of a later release. It continues, because migrations only add (docs/decisions/0008).
 *
 * @param known the migrations of this release
 * @param options.separately commits each migration, so that a failing one leaves those before it; otherwise all or none
 * @throws StartFault with the failing migration's cause
 */
export async function migrateToLatest<T>(
  db: Kysely<T>,
  known = migrations,
  { separately = false }: { separately?: boolean } = {},
): Promise<void> {
  if (await isUpToDate(db, Object.keys(known))) return;
  // Read this first: the migrator takes the only connection.
  const all = { ...known, ...(await findLaterMigrations(db, known)) };
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(all) },
    // Otherwise it compares their times, which come from the clocks of several replicas.
    allowUnorderedMigrations: true,
  });
  for (;;) {
    const { error, results = [] } = await (separately ? migrator.migrateUp() : migrator.migrateToLatest());
    if (error) {
      const failed = results.find((result) => result.status === 'Error')?.migrationName ?? 'unknown';
      const message = `Failed to migrate the store: migration ${failed}`;
      throw new StartFault('store-not-migrated', message, { cause: error });
    }
    if (!separately || results.length === 0) return;
  }
}

/**
 * Whether all known migrations ran, and at most later ones. The migrator finds out the same, but reads every column of every table twice.
 */
async function isUpToDate<T>(db: Kysely<T>, known: readonly string[]): Promise<boolean> {
  // A new store has no such table.
  const applied = await findApplied(db).catch(() => undefined);
  return applied !== undefined && known.every((name, index) => applied[index] === name);
}

/** In the order of their names. @throws Error for a store without migrations */
async function findApplied<T>(db: Kysely<T>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Whether a database contains a store, of any release. */
export async function hasMigrations<T>(db: Kysely<T>): Promise<boolean> {
  try {
    await findApplied(db);
    return true;
  } catch (error) {
    if (isMissingTable(error)) return false;
    throw error;
  }
}

const UNDEFINED_TABLE = '42P01';

/** Whether a query failed because the database lacks its table. */
export function isMissingTable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === UNDEFINED_TABLE) || error.message.startsWith('no such table');
}

/** Compares a store's migrations with this release's. */
export async function compareMigrations<T>(db: Kysely<T>): Promise<{ unknown: string[]; missing: string[] }> {
  const applied = await findApplied(db);
  return {
    unknown: applied.filter((name) => !(name in migrations)),
    missing: Object.keys(migrations).filter((name) => !applied.includes(name)),
  };
}

/** Migrations that ran and come after all known ones. An unknown one in between belongs to another product and is rejected. */
async function findLaterMigrations<T>(db: Kysely<T>, known: typeof migrations): Promise<Record<string, Migration>> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return {};
  const last = Object.keys(known).at(-1) ?? '';
  const { rows } = await sql<{ name: string }>`select name from kysely_migration where name > ${last}`.execute(db);
  return Object.fromEntries(rows.map(({ name }) => [name, { up: () => Promise.resolve() }]));
}
