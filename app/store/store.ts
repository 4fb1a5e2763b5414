import type { Kysely } from 'kysely';
import type { Schema } from './schema';

export type Db = Kysely<Schema>;

export interface Store {
  db: Db;
  /** Resolves when the store answers. Rejects within a few seconds when it does not. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
