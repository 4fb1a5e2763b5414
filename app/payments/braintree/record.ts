import type { Transaction } from 'braintree';
import type { ProviderRecord } from '~/payments/records-port';
import { fromDecimal } from './amount';
import { isRefund } from './refund';
import { reasonOf, STATUSES } from './transaction';

/** Braintree's states of a dispute. `retrieval` and the like are kinds, and have the same states. */
const DISPUTES: Readonly<Record<string, ProviderRecord['dispute']>> = {
  open: 'open',
  under_review: 'open',
  disputed: 'open',
  won: 'won',
  lost: 'lost',
  // Each of these leaves the money with the payer.
  accepted: 'lost',
  auto_accepted: 'lost',
  expired: 'lost',
};

/**
 * Maps a transaction and its refunds to a record.
 *
 * @throws Error when something of it is missing or unknown
 */
export function readRecord(transaction: Transaction, refunds: readonly Transaction[]): ProviderRecord {
  const { id, orderId, currencyIsoCode, type, createdAt } = transaction;
  if (!id || !currencyIsoCode || !createdAt) throw new Error('Braintree sent a transaction that cannot be read');
  const status = STATUSES[transaction.status] ?? 'undecided';
  return {
    transactionId: id,
    type: type === 'credit' ? 'refund' : 'sale',
    orderId: orderId || null,
    status,
    amount: fromDecimal(transaction.amount),
    currency: currencyIsoCode,
    reason: reasonOf(transaction, status),
    refunded: refunds.filter(isRefund).reduce((sum, { amount }) => sum + fromDecimal(amount), 0),
    dispute: disputeOf(transaction),
    createdAt: new Date(createdAt).toISOString(),
  };
}

/** Of several disputes the worst: one that is lost stays lost when another is won. */
function disputeOf({ disputes = [] }: Transaction): ProviderRecord['dispute'] {
  const states = disputes.map(({ status }) => readDispute(status));
  return (['lost', 'open', 'won'] as const).find((state) => states.includes(state)) ?? null;
}

function readDispute(status: string): ProviderRecord['dispute'] {
  const state = DISPUTES[status.toLowerCase()];
  if (state === undefined) throw new Error(`Braintree knows a state of disputes that we do not: ${status}`);
  return state;
}
