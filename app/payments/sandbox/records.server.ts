import type { ProviderRecord, ProviderRecords } from '~/payments/records-port';
import type { SandboxStore, SandboxTransaction } from './store.server';

/** The processor's code for a settlement that it declined. */
const SETTLEMENT_DECLINED = '4001';

/** What the sandbox's book says of each sale and refund. */
export function createSandboxRecords(store: SandboxStore): ProviderRecords {
  const isWithin = ({ from, to }: { from: Date; to: Date }, at: string) =>
    from.toISOString() <= at && at <= to.toISOString();
  return {
    async find(id) {
      const sale = store.findTransaction(id);
      return sale ? saleRecord(store, sale) : store.refunds.records().find(({ transactionId }) => transactionId === id);
    },
    async *list(span) {
      yield* store
        .allTransactions()
        .filter(({ createdAt }) => isWithin(span, createdAt))
        .map((sale) => saleRecord(store, sale));
      yield* store.refunds.records().filter(({ createdAt }) => isWithin(span, createdAt));
    },
  };
}

function saleRecord(store: SandboxStore, sale: SandboxTransaction): ProviderRecord {
  const { transactionId, orderId, status, amount, currency, createdAt } = sale;
  const refunded = store.refunds
    .of(orderId)
    .filter((refund) => refund.transactionId === transactionId)
    .reduce((sum, refund) => sum + refund.amount, 0);
  // A sale that was approved has no reason of its own: the bank declined it later.
  const reason = status === 'declined' ? (sale.reason ?? SETTLEMENT_DECLINED) : sale.reason;
  const dispute = store.disputes.find(transactionId);
  return { transactionId, type: 'sale', orderId, status, amount, currency, reason, refunded, dispute, createdAt };
}
