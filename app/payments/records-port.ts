export const TRANSACTION_STATUSES = [
  'authorised',
  'settling',
  'settled',
  'voided',
  'declined',
  'gatewayRejected',
] as const;

export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

/** A sale or a refund, as the provider's records have it now. */
export interface ProviderRecord {
  transactionId: string;
  type: 'sale' | 'refund';
  /** That of the sale, also of a refund. Null where something else than this product made it. */
  orderId: string | null;
  /** `undecided`: it can still go either way. */
  status: TransactionStatus | 'undecided';
  /** Minor units. */
  amount: number;
  currency: string;
  /** For a decline: the processor's code. */
  reason: string | null;
  /** Minor units of a sale that went back or are on their way. */
  refunded: number;
  /** Whether the payer's bank has asked for the money of a sale back. */
  dispute: 'open' | 'won' | 'lost' | null;
  /** ISO 8601, UTC. */
  createdAt: string;
}

/** What a provider can be asked long after a sale. */
export interface ProviderRecords {
  /** Undefined where there is no such transaction. @throws Error when the provider does not answer */
  find(transactionId: string): Promise<ProviderRecord | undefined>;
  /**
   * What was created in a span of time, both ends included, in no order and none twice. Only of our merchant accounts.
   *
   * @throws Error when the provider does not answer
   */
  list(span: { from: Date; to: Date }): AsyncIterable<ProviderRecord>;
}

export const NOTICE_KINDS = [
  'settled',
  'settlement-declined',
  'disbursed',
  'dispute',
  'refund-failed',
  'test',
] as const;

/** What a provider sends by itself. It only says which transaction to ask about. */
export interface ProviderNotice {
  /** The same for the same message. */
  id: string;
  /** `other`: nothing that changes a payment of ours. */
  kind: (typeof NOTICE_KINDS)[number] | 'other';
  transactionId: string | null;
}

/** A message whose signature is not the provider's. */
export class ForgedNotice extends Error {
  override readonly name = 'ForgedNotice';
}

/** A message that is signed well and cannot be read. */
export class UnreadableNotice extends Error {
  override readonly name = 'UnreadableNotice';
}

export interface ProviderWebhooks {
  /** @throws ForgedNotice, UnreadableNotice */
  read(form: URLSearchParams): Promise<ProviderNotice>;
  /** Answers the provider's question whether this address is ours. Undefined where the query is no such question. */
  answerChallenge(query: URLSearchParams): Promise<string | undefined>;
}
