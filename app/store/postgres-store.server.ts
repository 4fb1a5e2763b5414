import { setTimeout } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { StartFault } from '~/lib/start-fault';
import { STOP_MS } from '~/lib/stop-times';
import { withTimeout } from '~/lib/with-timeout';
import { migrateToLatest, migrations } from './migrate.server';
import { makePool, PostgresUnreachable, READ_ONLY, type CountedPool } from './postgres-pool.server';
import type { Schema } from './schema';
import type { Db, Store } from './store';
import { createStoreClock, readPostgresTime } from './store-clock.server';

export interface PostgresOptions {
  /** `postgres://…` */
  databaseUrl: string;
  /** The maximum number of connections of this process. */
  poolSize?: number;
  /** Milliseconds until a query times out. */
  patienceMs?: number;
  /** Milliseconds to wait for another replica's migration, and for tables that other sessions lock. */
  migrationWaitMs?: number;
  /** Called when an idle connection is lost. */
  onLost?: (error: Error) => void;
  /** Called after the store's clock was set, with the step in milliseconds; negative if it was set back. */
  onStep?: (ms: number) => void;
}

const PING_MS = 2_000;
/** An arbitrary id for our advisory lock. */
const MIGRATION_LOCK = 7_046_113;

/**
 * Opens Postgres for this process. Of several replicas, the first one runs the migrations.
 *
 * @throws StartFault if connecting to Postgres or a migration fails, or Postgres is read-only
 */
export async function openPostgresStore({
  databaseUrl,
  poolSize = 10,
  patienceMs = 5_000,
  migrationWaitMs = 10 * 60_000,
  onLost,
  onStep,
}: PostgresOptions): Promise<Store> {
  await migrate(databaseUrl, migrationWaitMs);
  return asStore(makePool({ databaseUrl, size: poolSize, patienceMs, onLost }), { onStep });
}

/** Opens Postgres for a command, on one connection, without migrations. Queries have no time limit. */
export function openExistingPostgresStore(databaseUrl: string, readonly: boolean): Store {
  return asStore(makePool({ databaseUrl, size: 1, readonly }));
}

function asStore(pool: CountedPool, { onStep }: Pick<PostgresOptions, 'onStep'> = {}): Store {
  const db = open(pool);
  return {
    db,
    clock: createStoreClock(readPostgresTime, { onStep }),
    ping: async () => void (await withTimeout(PING_MS, () => failIfReadOnly(db))),
    size: async () => {
      const counted = sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db);
      return (await counted).rows[0]?.bytes ?? 0;
    },
    connections: () => pool.connections(),
    // A silent Postgres does not respond to closing either.
    close: () => withTimeout(STOP_MS.store, () => db.destroy()),
  };
}

/** Raises the error of a rejected write, so that the pool discards the connection. */
function failIfReadOnly(db: Db) {
  return sql`do $$ begin
    if current_setting('transaction_read_only')::boolean then
      raise read_only_sql_transaction using message = 'Postgres is read-only';
    end if;
  end $$`.execute(db);
}

/**
 * How long one try of a migration may wait for table locks. Every later query on the table queues behind it, so this is well below the
 * time limit of the serving processes' queries.
 */
const TABLE_WAIT_MS = 2_000;
/** Between two tries, in which the queued queries run. */
const TABLE_PAUSE_MS = 1_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** Migrates on a separate connection without a query time limit, because an index on a large table takes long. Only waiting is limited. */
async function migrate(databaseUrl: string, waitMs: number): Promise<void> {
  const db = open(makePool({ databaseUrl, size: 1 }));
  try {
    await db.connection().execute(async (session) => {
      await failIfReadOnly(session);
      await limitLockWait(session, waitMs);
      // The lock is held until the connection ends.
      await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.execute(session).catch((cause: unknown) => {
        if (!hasCode(cause, LOCK_NOT_AVAILABLE)) throw cause;
        const message = `Another process has held the store's migrations for ${waitMs / 1000} s`;
        throw new StartFault('store-not-migrated', message, { cause });
      });
      await migrateBetweenQueries(session, waitMs);
    });
  } catch (error) {
    if (!(error instanceof PostgresUnreachable) && !hasCode(error, READ_ONLY)) throw error;
    throw new StartFault('database-unreachable', error.message, { cause: error.cause });
  } finally {
    await db.destroy();
  }
}

/**
 * Retries a migration that waits too long for a table, such as during a dump. A failed try is rolled back. Those before it stay, because
 * repeating them would lock their tables, too.
 */
async function migrateBetweenQueries(session: Db, waitMs: number): Promise<void> {
  const end = performance.now() + waitMs;
  await limitLockWait(session, Math.min(TABLE_WAIT_MS, waitMs));
  for (;;) {
    try {
      await migrateToLatest(session, migrations, { separately: true });
      return;
    } catch (error) {
      const isLocked = error instanceof StartFault && hasCode(error.cause, LOCK_NOT_AVAILABLE);
      if (!isLocked || performance.now() + TABLE_PAUSE_MS > end) throw error;
    }
    await setTimeout(TABLE_PAUSE_MS);
  }
}

function limitLockWait(session: Db, ms: number) {
  return sql`select set_config('lock_timeout', ${String(ms)}, false)`.execute(session);
}

function hasCode(error: unknown, code: string): error is Error {
  return error instanceof Error && 'code' in error && error.code === code;
}

function open(pool: CountedPool): Db {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}
