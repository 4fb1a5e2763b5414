import { Migrator, type Kysely, type Migration } from 'kysely';
import { sessions } from './migrations/0001-sessions.server';
import { embeddedBackend } from './migrations/0002-embedded-backend.server';
import { oneAccountPerEmail } from './migrations/0003-one-account-per-email.server';
import { invites } from './migrations/0004-invites.server';
import { professionals } from './migrations/0006-professionals.server';
import { limits } from './migrations/0007-limits.server';
import { variants } from './migrations/0008-variants.server';

/** By name, which is their order. */
export const migrations: Record<string, Migration> = {
  '0001-sessions': sessions,
  '0002-embedded-backend': embeddedBackend,
  '0003-one-account-per-email': oneAccountPerEmail,
  '0004-invites': invites,
  '0006-professionals': professionals,
  '0007-limits': limits,
  '0008-variants': variants,
};

/** Runs the migrations that have not run yet, in the order of their names. @throws Error with the failing migration's cause */
export async function migrateToLatest<T>(db: Kysely<T>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error, results } = await migrator.migrateToLatest();
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'unknown';
    throw new Error(`The store could not be brought up to date: migration ${failed}`, { cause: error });
  }
}
