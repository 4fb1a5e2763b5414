import type { Kysely } from 'kysely';
import type { Schema } from './schema';
import type { StoreClock } from './store-clock.server';

export type Db = Kysely<Schema>;

export interface Store {
  db: Db;
  clock: StoreClock;
  /** Resolves when the store answers. Rejects within a few seconds when it does not. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
