import type { Generated } from 'kysely';
import type { BackendTables } from './backend-tables';

/**
 * Every table, in the SQL that SQLite and Postgres share: ids and JSON are text, booleans 0 or 1, times ISO 8601 text in UTC, money is an
 * integer in minor units.
 */
export interface Schema extends BackendTables {
  sessions: SessionTable;
  limits: LimitTable;
}

interface SessionTable {
  /** SHA-256 of the id in the cookie, so that a copy of the table opens no session. */
  id: string;
  /** Sealed JSON. */
  data: string;
  version: Generated<number>;
  created_at: string;
  expires_at: string;
}

interface LimitTable {
  /** HMAC of the limited action and its visitor or address, so that a copy of the table reveals no address and no e-mail. */
  key: string;
  points: number;
  expires_at: string;
}
