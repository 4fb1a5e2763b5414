import type { Transaction, BraintreeGateway } from 'braintree';
import { FAILED_STATUSES, type ProviderRecord, type ProviderRecords } from '~/payments/records-port';
import { fromDecimal } from './amount';
import { isRefund, reasonOf, STATUSES } from './transaction';
import { type CallBraintree, searchIds } from './gateway.server';

/** A search returns at most some ten thousand results, so a long span is searched day by day. */
const SLICE_MS = 24 * 60 * 60 * 1000;
/** Transactions fetched concurrently. */
const CONCURRENCY = 5;
const TRANSACTION_ID = /^[\w-]{1,64}$/;

/** Braintree's records, fetched transaction by transaction: a search may return an older state. */
export function createBraintreeRecords(call: CallBraintree, merchantAccounts: readonly string[]): ProviderRecords {
  return {
    find: (id) => call((gateway) => findRecord(gateway, id)),

    async *list({ from, to }) {
      const seen = new Set<string>();
      for (let start = from.getTime(); start <= to.getTime(); start += SLICE_MS) {
        const end = new Date(Math.min(start + SLICE_MS, to.getTime()));
        const ids = await call((gateway) =>
          searchIds(gateway, (criteria) => {
            criteria.createdAt().between(new Date(start), end);
            criteria.merchantAccountId().in([...merchantAccounts]);
          }),
        );
        // The last instant of a slice is the first of the next.
        const newIds = ids.filter((id) => !seen.has(id));
        for (const id of newIds) seen.add(id);
        for (let index = 0; index < newIds.length; index += CONCURRENCY) {
          const page = newIds.slice(index, index + CONCURRENCY);
          const found = await Promise.all(page.map((id) => call((gateway) => findRecord(gateway, id))));
          yield* found.filter((record) => record !== undefined);
        }
      }
    },
  };
}

async function findRecord(gateway: BraintreeGateway, id: string): Promise<ProviderRecord | undefined> {
  const transaction = TRANSACTION_ID.test(id) ? await find(gateway, id) : undefined;
  if (!transaction) return undefined;
  const refunds = await Promise.all(
    (transaction.refundIds ?? []).map((refundId) => gateway.transaction.find(refundId)),
  );
  return readRecord(transaction, refunds);
}

function find(gateway: BraintreeGateway, id: string): Promise<Transaction | undefined> {
  return gateway.transaction.find(id).catch((error: unknown) => {
    if ((error as { type?: string }).type === 'notFoundError') return undefined;
    throw error;
  });
}

/** Braintree's dispute states. `retrieval` and the like are kinds, and have the same states. */
const DISPUTES: Readonly<Record<string, ProviderRecord['dispute']>> = {
  open: 'open',
  under_review: 'open',
  disputed: 'open',
  won: 'won',
  lost: 'lost',
  // In each of these the payer keeps the money.
  accepted: 'lost',
  auto_accepted: 'lost',
  expired: 'lost',
};

/**
 * Maps a transaction and its refunds to a record.
 *
 * @throws Error if a part is missing or unknown
 */
function readRecord(transaction: Transaction, refunds: readonly Transaction[]): ProviderRecord {
  const { id, orderId, currencyIsoCode, type, createdAt, refundedTransactionId } = transaction;
  if (!id || !currencyIsoCode || !createdAt) throw new Error('Braintree returned an unreadable transaction');
  const status = STATUSES[transaction.status] ?? 'undecided';
  const held = refunds.filter(isRefund).map((refund) => ({
    amount: fromDecimal(refund.amount),
    createdAt: new Date(refund.createdAt).toISOString(),
  }));
  return {
    transactionId: id,
    type: type === 'credit' ? 'refund' : 'sale',
    orderId: orderId || null,
    refundOf: refundedTransactionId || null,
    status,
    amount: fromDecimal(transaction.amount),
    currency: currencyIsoCode,
    reason: reasonOf(transaction, status),
    refunded: held.reduce((sum, { amount }) => sum + amount, 0),
    refunds: held,
    failedAt: type === 'credit' && FAILED_STATUSES.includes(status) ? statusSince(transaction) : null,
    dispute: disputeOf(transaction),
    createdAt: new Date(createdAt).toISOString(),
  };
}

/** When the transaction got its status, ISO 8601, UTC. */
function statusSince({ statusHistory = [], createdAt }: Transaction): string {
  const times = statusHistory.map(({ timestamp }) => new Date(timestamp).toISOString()).sort();
  return times.at(-1) ?? new Date(createdAt).toISOString();
}

/** The worst of several disputes: a lost one stays lost even if another is won. */
function disputeOf({ disputes = [] }: Transaction): ProviderRecord['dispute'] {
  const states = disputes.map(({ status }) => readDispute(status));
  return (['lost', 'open', 'won'] as const).find((state) => states.includes(state)) ?? null;
}

function readDispute(status: string): ProviderRecord['dispute'] {
  const state = DISPUTES[status.toLowerCase()];
  if (state === undefined) throw new Error(`Unknown Braintree dispute state: ${status}`);
  return state;
}
