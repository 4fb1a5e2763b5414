import type Database from 'libsql';
import { z } from 'zod';
import type { ProviderRefund } from '~/payments/port';
import type { ProviderRecord } from '~/payments/records-port';

const columns = {
  id: z.string(),
  transaction_id: z.string(),
  order_id: z.string(),
  amount: z.number(),
  currency: z.string(),
};

const refundRow = z.object(columns).transform(({ id, transaction_id, order_id, amount, currency }): ProviderRefund => ({
  refundId: id,
  transactionId: transaction_id,
  orderId: order_id,
  amount,
  currency,
}));

const recordRow = z
  .object({ ...columns, created_at: z.string() })
  .transform(({ id, transaction_id, order_id, amount, currency, created_at }): ProviderRecord => ({
    transactionId: id,
    type: 'refund',
    orderId: order_id,
    refundOf: transaction_id,
    status: 'settled',
    amount,
    currency,
    reason: null,
    refunded: 0,
    refunds: [],
    failedAt: null,
    dispute: null,
    createdAt: created_at,
  }));

export const REFUNDS_TABLE = `
  create table if not exists refunds (
    sequence integer primary key autoincrement, id text not null unique, transaction_id text not null, order_id text not null,
    amount integer not null, currency text not null, created_at text not null
  );
`;

/** Refunds, as rows of the sandbox's file. */
export function refundsIn(database: Database.Database) {
  return {
    /**
     * Books a refund unless it exceeds what the transaction took. Checks and writes in one statement, because two processes may refund at
     * once.
     *
     * @param limit the transaction's amount, in minor units
     * @returns whether it was booked
     */
    add({ refundId, transactionId, orderId, amount, currency }: ProviderRefund, limit: number, at: string): boolean {
      const { changes } = database
        .prepare(
          `insert into refunds (id, transaction_id, order_id, amount, currency, created_at) select ?, ?, ?, ?, ?, ?
           where ? + (select coalesce(sum(amount), 0) from refunds where transaction_id = ?) <= ?`,
        )
        .run(refundId, transactionId, orderId, amount, currency, at, amount, transactionId, limit);
      return changes === 1;
    },

    /** Newest first. */
    of: (orderId: string): ProviderRefund[] =>
      z
        .array(refundRow)
        .parse(database.prepare('select * from refunds where order_id = ? order by sequence desc').all(orderId)),

    /** Every refund, as a separate transaction. */
    records: (): ProviderRecord[] => z.array(recordRow).parse(database.prepare('select * from refunds').all()),

    /** The refunds of one transaction, as separate transactions. */
    recordsOf: (transactionId: string): ProviderRecord[] =>
      z.array(recordRow).parse(database.prepare('select * from refunds where transaction_id = ?').all(transactionId)),
  };
}
