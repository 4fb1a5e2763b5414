import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema';

/** The store's tables, also within a transaction. */
export type Db = Kysely<Schema>;

/** For work that must be in the caller's transaction. */
export type Tx = Transaction<Schema>;

/** A reading of the store's clock. */
export interface StoreTime {
  now: Date;
  /** Milliseconds since this process saw the clock being set to another time. `Infinity` if it never did. */
  steadyMs: number;
}

/** The store's time, which all its processes share, however their own clocks differ. */
export interface StoreClock {
  /** @param db the transaction that the time is for, if any */
  read(db: Db): Promise<StoreTime>;
}

export interface StoreConnections {
  used: number;
  idle: number;
  /** Queries waiting for a connection. */
  waiting: number;
}

export interface Store {
  db: Db;
  clock: StoreClock;
  /** Resolves if the store responds and accepts writes. Otherwise rejects within a few seconds. */
  ping(): Promise<void>;
  /** The total size in bytes. */
  size(): Promise<number>;
  /** Connections of this process; undefined if the store has none. */
  connections?(): StoreConnections;
  close(): Promise<void>;
}
