import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { withTimeout } from '~/lib/with-timeout';
import { migrateToLatest } from './migrate.server';
import { makePool, type PoolOptions } from './postgres-pool.server';
import type { Schema } from './schema';
import type { Store } from './store';

export interface PostgresOptions {
  /** `postgres://…` */
  databaseUrl: string;
  /** How many connections this process may hold. */
  poolSize?: number;
  /** Milliseconds until a query is given up. */
  patienceMs?: number;
  /** Milliseconds to wait for another replica that migrates. */
  migrationWaitMs?: number;
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
  migrationWaitMs = 10 * 60_000,
  onLost,
}: PostgresOptions): Promise<Store> {
  await migrate(databaseUrl, migrationWaitMs);
  const db = open({ databaseUrl, size: poolSize, patienceMs, onLost });
  return asStore(db);
}

/** Opens Postgres beside the servers, on one connection: migrates nothing. A query may take as long as it needs. */
export function openExistingPostgresStore(databaseUrl: string, readonly: boolean): Store {
  return asStore(open({ databaseUrl, size: 1 }, readonly));
}

function asStore(db: Kysely<Schema>): Store {
  return {
    db,
    ping: async () => void (await withTimeout(PING_MS, () => sql`select 1`.execute(db))),
    close: () => withTimeout(CLOSE_MS, () => db.destroy()),
  };
}

/** What a migration may wait for a table that is in use: everybody else who wants the table waits behind it. */
const TABLE_WAIT_MS = 15_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** On a connection of its own without a time limit for what it does: an index on a large table takes long. Waiting has one. */
async function migrate(databaseUrl: string, waitMs: number): Promise<void> {
  const db = open({ databaseUrl, size: 1 });
  try {
    await db.connection().execute(async (one) => {
      await sql`select set_config('lock_timeout', ${String(waitMs)}, false)`.execute(one);
      // Held until the connection ends, however that comes about.
      await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.execute(one).catch((cause: unknown) => {
        if (!(cause instanceof Error && 'code' in cause && cause.code === LOCK_NOT_AVAILABLE)) throw cause;
        throw new Error(`Another process has held the store's migrations for ${waitMs / 1000} s`, { cause });
      });
      await sql`select set_config('lock_timeout', ${String(TABLE_WAIT_MS)}, false)`.execute(one);
      await migrateToLatest(one);
    });
  } finally {
    await db.destroy();
  }
}

function open(options: PoolOptions, readonly = false): Kysely<Schema> {
  const dialect = new PostgresDialect({
    pool: makePool(options),
    onCreateConnection: async (connection) => {
      if (readonly) await connection.executeQuery(CompiledQuery.raw('set default_transaction_read_only = on'));
    },
  });
  return new Kysely<Schema>({ dialect });
}
