import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { StoreConnections } from './store';

const INT8 = 20;

export interface PoolOptions {
  databaseUrl: string;
  size: number;
  /** Milliseconds until a connection attempt or a query times out; without it only connecting has a limit. */
  patienceMs?: number;
  /** Whether Postgres rejects writes. */
  readonly?: boolean;
  /** Called when an idle connection is lost. */
  onLost?: (error: Error) => void;
}

export interface CountedPool extends PostgresPool {
  connections(): StoreConnections;
}

const CONNECT_MS = 5_000;
/** Our timeout is this much longer than Postgres's own, because its error message is more specific. */
const MARGIN_MS = 500;

/** A pool of Postgres connections for Kysely. A lost or silent connection rejects its query in time and never ends the process. */
export function makePool({ databaseUrl, size, patienceMs, readonly = false, onLost }: PoolOptions): CountedPool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: size,
    application_name: 'joinery',
    connectionTimeoutMillis: Math.min(patienceMs ?? CONNECT_MS, CONNECT_MS),
    keepAlive: true,
    types: { getTypeParser: parserOf },
    ...(patienceMs !== undefined && { query_timeout: patienceMs + MARGIN_MS }),
  });
  const settings = [
    // The second because a replica that was paused inside a transaction must not hold its locks forever.
    ...(patienceMs === undefined
      ? []
      : [`statement_timeout = ${patienceMs}`, `idle_in_transaction_session_timeout = ${patienceMs}`]),
    ...(readonly ? ['default_transaction_read_only = on'] : []),
  ].map((setting) => `set ${setting};`);
  const prepared = new WeakSet<pg.PoolClient>();
  /** Not as startup parameters, because PgBouncer refuses them. All in one message, once for each connection. */
  const prepare = async (client: pg.PoolClient): Promise<pg.PoolClient> => {
    if (settings.length === 0 || prepared.has(client)) return client;
    try {
      await client.query(settings.join(' '));
    } catch (error) {
      client.release(true);
      throw error;
    }
    prepared.add(client);
    return client;
  };
  // Without a listener a lost connection would end the process. The pool itself listens only to idle ones.
  pool.on('error', (error) => onLost?.(error));
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return {
    connect: () => pool.connect().then(prepare).then(discardUnusable, throwUnreachable),
    end: () => pool.end(),
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  };
}

/** Parses counts as numbers, like SQLite; our counts never exceed the safe integer range. */
function parserOf(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8) return Number;
  return pg.types.getTypeParser(oid, format as 'text');
}

/** Postgres did not respond, or rejected the login. */
export class PostgresUnreachable extends Error {
  override readonly name = 'PostgresUnreachable';
}

function throwUnreachable(cause: unknown): never {
  throw new PostgresUnreachable('failed to connect to Postgres', { cause });
}

export const READ_ONLY = '25006';

/**
 * Discards a connection whose query got no response, or that is read-only, as after a failover. Otherwise the pool would reuse it, and the
 * next query would fail too.
 */
function discardUnusable(client: pg.PoolClient): PostgresPoolClient {
  let isUnusable = false;
  // Kysely passes a cursor only if one is configured.
  const query: unknown = async (text: string, values: unknown[]) => {
    try {
      return await client.query(text, values);
    } catch (error) {
      isUnusable ||= !(error instanceof pg.DatabaseError) || error.code === READ_ONLY;
      throw error;
    }
  };
  return { query: query as PostgresPoolClient['query'], release: () => client.release(isUnusable) };
}
