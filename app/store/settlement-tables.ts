import type { Generated } from 'kysely';

/** Tables about payments after they were submitted for settlement. They hold no personal data. */
export interface SettlementTables {
  backend_settlements: SettlementTable;
  backend_notices: NoticeTable;
  backend_jobs: JobTable;
}

/** What became of a submitted payment. The row is made by a periodic job, so a new payment has none yet. */
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
    | 'disputed'
    | 'dispute-won'
    | 'dispute-lost'
    | 'missing'
    | 'unsettled';
  /** Minor units. */
  refunded: Generated<number>;
  /** The processor's code for a decline. */
  reason: string | null;
  /** Counts the writes, so that a slow look-up does not undo a later one. */
  version: Generated<number>;
  /** When the provider is asked next; null where nothing more is expected. */
  next_look_at: string | null;
  /** Since when an operator has something to do; null where nothing. */
  waiting_since: string | null;
  /** When the payment was submitted. */
  submitted_at: string;
  updated_at: string;
}

/** A provider's message that was acted upon. */
interface NoticeTable {
  id: string;
  received_at: string;
}

/** A job that one process does at a time. */
export interface JobTable {
  name: string;
  next_at: string;
  /** When it last came to its end; null until then. */
  finished_at: string | null;
  /** JSON: what it found then. */
  result: string | null;
}
