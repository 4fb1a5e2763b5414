import type { Generated } from 'kysely';

/** Tables about payments after they were submitted for settlement. They contain no personal data. */
export interface SettlementTables {
  backend_settlements: SettlementTable;
  backend_notices: NoticeTable;
  backend_jobs: JobTable;
}

/** The settlement of a submitted payment. A periodic job creates the row, so a new payment has none yet. */
export interface SettlementTable {
  order_id: string;
  transaction_id: string;
  /** app/backend/embedded/payments/settlement/settlement-states.ts */
  state:
    | 'submitted'
    | 'settled'
    | 'declined'
    | 'voided'
    | 'partly-refunded'
    | 'refunded'
    | 'refund-failed'
    | 'disputed'
    | 'dispute-won'
    | 'dispute-lost'
    | 'missing'
    | 'unsettled';
  /** Minor units. */
  refunded: Generated<number>;
  /** The processor's code for a decline, and what waits at other sales (settlement-reason.ts). */
  reason: string | null;
  /** Counts the writes, so that a slow look-up does not undo a later one. */
  version: Generated<number>;
  /** When to query the provider next; null if nothing more is expected. */
  next_look_at: string | null;
  /** Since when the payment waits for an operator; null if it does not. */
  waiting_since: string | null;
  /** When the payment was submitted. */
  submitted_at: string;
  updated_at: string;
}

/** A processed message of a provider. */
interface NoticeTable {
  id: string;
  received_at: string;
}

/** A job that runs in one process at a time. */
export interface JobTable {
  name: string;
  next_at: string;
  /** When it last finished; null until then. */
  finished_at: string | null;
  /** JSON: the result of that run. */
  result: string | null;
}
