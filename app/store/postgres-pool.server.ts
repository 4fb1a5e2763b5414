import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';

const INT8 = 20;

export interface PoolOptions {
  databaseUrl: string;
  size: number;
  /** Milliseconds until a connection or a query is given up; without it only connecting is. */
  patienceMs?: number;
  /** Hears of connections that were lost while nobody used them. */
  onLost?: (error: Error) => void;
}

const CONNECT_MS = 5_000;
/** How much longer we wait than Postgres is told to work: its own refusal says more than our silence. */
const MARGIN_MS = 500;

/** Connections to Postgres for Kysely. Whatever goes wrong with one is an Error for who uses it, in time, and never the end of the process. */
export function makePool({ databaseUrl, size, patienceMs, onLost }: PoolOptions): PostgresPool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: size,
    application_name: 'joinery',
    connectionTimeoutMillis: Math.min(patienceMs ?? CONNECT_MS, CONNECT_MS),
    keepAlive: true,
    types: { getTypeParser: parserOf },
    ...(patienceMs !== undefined && {
      statement_timeout: patienceMs,
      // A replica that was paused in mid-transaction must not hold its locks for ever.
      idle_in_transaction_session_timeout: patienceMs,
      query_timeout: patienceMs + MARGIN_MS,
    }),
  });
  // Without a listener a lost connection would end the process: the pool listens to idle ones, nobody to those in use.
  pool.on('error', (error) => onLost?.(error));
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return {
    connect: () => pool.connect().then(watch, explain),
    end: () => pool.end(),
  };
}

/** Counts arrive as numbers, as SQLite gives them: none of ours outgrows one. */
function parserOf(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8) return Number;
  return pg.types.getTypeParser(oid, format as 'text');
}

function explain(cause: unknown): never {
  throw new Error('Postgres could not be reached', { cause });
}

/** A connection whose query got no answer is thrown away: the pool would hand it out again, and the next one would wait in vain. */
function watch(client: pg.PoolClient): PostgresPoolClient {
  let isSilent = false;
  // Kysely's other form, a cursor, is only asked for where one is configured.
  const query: unknown = async (text: string, values: unknown[]) => {
    try {
      return await client.query(text, values);
    } catch (error) {
      isSilent ||= !(error instanceof pg.DatabaseError);
      throw error;
    }
  };
  return { query: query as PostgresPoolClient['query'], release: () => client.release(isSilent) };
}
