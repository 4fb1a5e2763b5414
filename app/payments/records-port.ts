export const TRANSACTION_STATUSES = [
  'authorised',
  'settling',
  'settled',
  'voided',
  'declined',
  'gatewayRejected',
] as const;

export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

/** The statuses of a transaction that holds no money. */
export const FAILED_STATUSES: readonly ProviderRecord['status'][] = ['declined', 'gatewayRejected', 'voided'];

/** A sale or a refund, in its current state at the provider. */
export interface ProviderRecord {
  transactionId: string;
  type: 'sale' | 'refund';
  /** For a refund, its sale's order id. Null if another product made the transaction. */
  orderId: string | null;
  /** The transaction that a refund returns. Null for a sale. */
  refundOf: string | null;
  /** `undecided` can still go either way. */
  status: TransactionStatus | 'undecided';
  /** Minor units. */
  amount: number;
  currency: string;
  /** For a decline: the processor's code. */
  reason: string | null;
  /** The part of a sale that was returned or is on its way back, in minor units. */
  refunded: number;
  /** The refunds that make up `refunded`. */
  refunds: readonly Pick<ProviderRecord, 'amount' | 'createdAt'>[];
  /** When a refund failed, ISO 8601, UTC. Null for a sale, and for a refund that did not fail. */
  failedAt: string | null;
  /** Whether the payer's bank has reclaimed a sale's money. */
  dispute: 'open' | 'won' | 'lost' | null;
  /** ISO 8601, UTC. */
  createdAt: string;
}

/** The provider's queries that work long after a sale. */
export interface ProviderRecords {
  /** Undefined for an unknown transaction. @throws Error if the provider does not respond */
  find(transactionId: string): Promise<ProviderRecord | undefined>;
  /**
   * The transactions created in a time span, both ends included, unordered and without duplicates. Only of our merchant accounts.
   *
   * @throws Error if the provider does not respond
   */
  list(span: { from: Date; to: Date }): AsyncIterable<ProviderRecord>;
}

/** A message that a provider sends. It only names the transaction to look up. */
export interface ProviderNotice {
  /** A repeated message has the same id. */
  id: string;
  /** `other` is a kind that does not concern our payments. */
  kind: 'settled' | 'settlement-declined' | 'disbursed' | 'dispute' | 'refund-failed' | 'test' | 'other';
  transactionId: string | null;
}

/** A message that the provider did not sign. */
export class ForgedNotice extends Error {
  override readonly name = 'ForgedNotice';
}

/** A correctly signed message that cannot be read. */
export class UnreadableNotice extends Error {
  override readonly name = 'UnreadableNotice';
}

export interface ProviderWebhooks {
  /** @throws ForgedNotice, UnreadableNotice */
  read(form: URLSearchParams): Promise<ProviderNotice>;
  /** Responds to the provider's check that this address is ours. Undefined if the query is not such a check. */
  answerChallenge(query: URLSearchParams): Promise<string | undefined>;
}
