import type { Generated } from 'kysely';
import type { BackendTables } from './backend-tables';
import type { SettlementTables } from './settlement-tables';

/**
 * Every table, in the SQL that SQLite and Postgres share: ids and JSON are text, booleans 0 or 1, times ISO 8601 text in UTC, and money is
 * an integer in minor units.
 */
export interface Schema extends BackendTables, SettlementTables {
  sessions: SessionTable;
  limits: LimitTable;
  operator_actions: OperatorActionTable;
}

interface SessionTable {
  /** SHA-256 of the id in the cookie, so that a copy of the table opens no session. */
  id: string;
  /** Sealed JSON; empty once the session has ended under this id. */
  data: string;
  version: Generated<number>;
  created_at: string;
  expires_at: string;
  /** SHA-256 of the visitor cookie's id. Null for an ended id, whose ending any browser may read. */
  visitor: string | null;
  /** The kind of the session's last write under this id (app/journeys/join-state.ts); null while the id is in use. */
  ended_as: string | null;
}

interface LimitTable {
  /** HMAC of the limited action and its visitor or address, so that a copy of the table reveals no address and no e-mail. */
  key: string;
  points: number;
  expires_at: string;
}

/** One entry for each operator action other than payments. The database refuses to change or delete an entry. */
export interface OperatorActionTable {
  id: string;
  at: string;
  /** The operator's name. */
  by: string;
  action: 'sessions-ended' | 'links-revoked' | 'limits-cleared' | 'person-erased' | 'mail-requeued';
  /** HMAC of the e-mail or address concerned, so that a copy of the table reveals neither. */
  about: string;
  /** The number of sessions, links, counters or rows. */
  count: number;
  why: string | null;
}
