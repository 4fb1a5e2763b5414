import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema';
import type { StoreClock } from './store-clock.server';

/** The store's tables, also within a transaction. */
export type Db = Kysely<Schema>;

/** For work that must be in the caller's transaction. */
export type Tx = Transaction<Schema>;

export interface StoreConnections {
  used: number;
  idle: number;
  /** Queries waiting for a connection. */
  waiting: number;
}

export interface Store {
  db: Db;
  clock: StoreClock;
  /** Resolves if the store responds. Otherwise rejects within a few seconds. */
  ping(): Promise<void>;
  /** The total size in bytes. */
  size(): Promise<number>;
  /** Connections of this process; undefined if the store has none. */
  connections?(): StoreConnections;
  close(): Promise<void>;
}
