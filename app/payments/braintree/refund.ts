import type { Transaction } from 'braintree';
import { fromDecimal } from './amount';
import type { ProviderRefund } from '~/payments/port';

/** The states of a refund that gave nothing back. */
const REFUSED: readonly string[] = [
  'voided',
  'processor_declined',
  'settlement_declined',
  'failed',
  'gateway_rejected',
];

/** A refund is a transaction of its own, with the order id of its sale. One that was refused does not count. */
export function isRefund({ type, status }: Transaction): boolean {
  return type === 'credit' && !REFUSED.includes(status);
}

/** @throws Error when the answer is no refund, or lacks what a refund has */
export function readRefund(transaction: Transaction): ProviderRefund {
  const { id, orderId, currencyIsoCode, refundedTransactionId } = transaction;
  if (!isRefund(transaction) || !id || !orderId || !currencyIsoCode || !refundedTransactionId) {
    throw new Error('Braintree sent a refund that cannot be read');
  }
  return {
    refundId: id,
    transactionId: refundedTransactionId,
    orderId,
    amount: fromDecimal(transaction.amount),
    currency: currencyIsoCode,
  };
}
