import type { Kysely } from 'kysely';
import type { Schema } from './schema';
import type { StoreClock } from './store-clock.server';

export type Db = Kysely<Schema>;

export interface StoreConnections {
  used: number;
  idle: number;
  /** Queries that wait for one. */
  waiting: number;
}

export interface Store {
  db: Db;
  clock: StoreClock;
  /** Resolves when the store answers. Rejects within a few seconds when it does not. */
  ping(): Promise<void>;
  /** Bytes of everything that is kept. */
  size(): Promise<number>;
  /** Connections of this process; undefined where the store has none. */
  connections?(): StoreConnections;
  close(): Promise<void>;
}
