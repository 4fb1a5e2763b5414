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
  sign_up_events: SignUpEventTable;
  discards: DiscardTable;
}

interface SessionTable {
  /** SHA-256 of the id in the cookie, so that a copy of the table opens no session. */
  id: string;
  /** Sealed JSON; empty once the session has ended under this id. */
  data: string;
  version: Generated<number>;
  created_at: string;
  expires_at: string;
  /** SHA-256 of the visitor cookie's id. Null for an ended id, because any browser may see why it ended. */
  visitor: string | null;
  /** The kind of the session's last write under this id (app/journeys/join-state.ts); null while the id is in use. */
  ended_as: string | null;
}

interface LimitTable {
  /**
   * HMAC of the limited action and its visitor or address, so that a copy of the table reveals neither address nor
   * e-mail.
   */
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
  action:
    | 'sessions-ended'
    | 'links-revoked'
    | 'limits-cleared'
    | 'person-erased'
    | 'mail-requeued'
    | 'story-read'
    | 'difference-dealt-with';
  /** The key's id and an HMAC of the e-mail, address or id concerned, so that a copy of the table reveals none. */
  about: string;
  /** The number of sessions, links, counters or rows. */
  count: number;
  why: string | null;
}

/** One row for each form that a sign-up posted, and for each of its failed pages. Deleted after 30 days. */
export interface SignUpEventTable {
  /** Begins with the time, so rows are appended to the key's index. Nothing else may rely on it. */
  id: string;
  /** The reference of the sign-up that log lines carry (app/server/session/sign-up-reference.ts). */
  sign_up: string;
  at: string;
  request_id: string;
  method: string;
  /** The route, without parameters and query. */
  path: string;
  status: number;
  /** The route of the redirect; null without one. */
  led_to: string | null;
  /** Why the request was refused (app/server/request/refused-request.ts); null if it was not. */
  reason: string | null;
  /** The backend's id of the sign-up, invited parent or professional; null before there is one. */
  person: string | null;
  /** HMAC of the e-mail, so that a copy of the table does not reveal it; null before it is known. */
  email: string | null;
  /** The payment that the request worked on: an order id or, with a remote backend, an order number. */
  order_id: string | null;
  attempt: number | null;
}

/** One row for each registration that Exit left at the backend, until it is deleted there or given up, within two hours. */
interface DiscardTable {
  id: string;
  /** Sealed JSON: the registration's id and key. */
  registration: string;
  tries: Generated<number>;
  next_try_at: string;
}
