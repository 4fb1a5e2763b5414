import { Kysely, PostgresDialect, sql } from 'kysely';
import { within } from '../within';
import { migrateToLatest } from './migrate.server';
import { makePool } from './postgres-pool.server';
import type { Schema } from './schema';
import type { Store } from './store';

export interface PostgresOptions {
  /** `postgres://…` */
  databaseUrl: string;
  /** How many connections this process may hold. */
  poolSize?: number;
  /** Milliseconds until a query is given up. */
  patienceMs?: number;
  /** Hears of connections that were lost while nobody used them. */
  onLost?: (error: Error) => void;
}

const PING_MS = 2_000;
/** A Postgres that has gone silent does not say goodbye either. */
const CLOSE_MS = 5_000;
/** Any number of our own, so that the lock is nobody else's. */
const MIGRATION_LOCK = 7_046_113;

/**
 * Opens Postgres for this process and brings the tables up to date, once, whichever replica comes first.
 *
 * @throws Error when it cannot be reached, or a migration fails
 */
export async function openPostgresStore({
  databaseUrl,
  poolSize = 10,
  patienceMs = 5_000,
  onLost,
}: PostgresOptions): Promise<Store> {
  await migrate(databaseUrl);
  const db = open({ databaseUrl, size: poolSize, patienceMs, onLost });
  return {
    db,
    ping: async () => void (await within(PING_MS, () => sql`select 1`.execute(db))),
    close: () => within(CLOSE_MS, () => db.destroy()),
  };
}

/** On a connection of its own without a time limit: an index on a large table takes long, and so does waiting for who makes it. */
async function migrate(databaseUrl: string): Promise<void> {
  const db = open({ databaseUrl, size: 1 });
  try {
    await db.connection().execute(async (one) => {
      // Held until the connection ends, however that comes about.
      await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.execute(one);
      await migrateToLatest(one);
    });
  } finally {
    await db.destroy();
  }
}

function open(options: Parameters<typeof makePool>[0]): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: makePool(options) }) });
}
