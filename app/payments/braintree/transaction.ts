import type { Transaction } from 'braintree';
import type { PaymentType } from '~/domain/order';
import type { ProviderTransaction, ProviderRefund } from '~/payments/port';
import type { TransactionStatus } from '~/payments/records-port';
import { fromDecimal } from './amount';

/** Braintree's states that show where the money is. `authorizing` is omitted, because it can still go either way. */
export const STATUSES: Readonly<Record<string, TransactionStatus>> = {
  authorized: 'authorised',
  // No money is held, and none was taken.
  authorization_expired: 'voided',
  submitted_for_settlement: 'settling',
  settling: 'settling',
  settlement_pending: 'settling',
  settlement_confirmed: 'settling',
  settled: 'settled',
  voided: 'voided',
  processor_declined: 'declined',
  settlement_declined: 'declined',
  failed: 'declined',
  gateway_rejected: 'gatewayRejected',
};

const PAYMENT_TYPES: Readonly<Record<string, PaymentType>> = {
  paypal_account: 'paypal',
  venmo_account: 'venmo',
};

/**
 * Maps a Braintree transaction to ours.
 *
 * @throws Error if the transaction is in an undecided or unknown state
 */
export function readTransaction(transaction: Transaction): ProviderTransaction {
  const { id, orderId, currencyIsoCode } = transaction;
  const status = STATUSES[transaction.status];
  if (!status) throw new Error(`Braintree has not decided a transaction yet: ${transaction.status}`);
  if (!id || !orderId || !currencyIsoCode) throw new Error('Braintree returned an unreadable transaction');
  return {
    transactionId: id,
    orderId,
    status,
    amount: fromDecimal(transaction.amount),
    currency: currencyIsoCode,
    paymentType: PAYMENT_TYPES[transaction.paymentInstrumentType] ?? 'creditCard',
    cardLastFour: transaction.creditCard?.last4 || null,
    reason: reasonOf(transaction, status),
  };
}

/** A code or keyword for the reason; null if none is needed. Never the processor's free text, which may contain anything. */
export function reasonOf(transaction: Transaction, status: TransactionStatus | 'undecided'): string | null {
  if (status === 'gatewayRejected') return transaction.gatewayRejectionReason || 'gateway_rejected';
  if (status !== 'declined') return null;
  if (transaction.status === 'settlement_declined') {
    return transaction.processorSettlementResponseCode || transaction.status;
  }
  return transaction.processorResponseCode || transaction.status;
}

/** The states of a refund that returned nothing. */
const REFUSED: readonly string[] = [
  'voided',
  'processor_declined',
  'settlement_declined',
  'failed',
  'gateway_rejected',
];

/** A refund is a separate transaction with the order id of its sale. Declined refunds do not count. */
export function isRefund({ type, status }: Transaction): boolean {
  return type === 'credit' && !REFUSED.includes(status);
}

/** @throws Error for another transaction, and for a refund that is incomplete */
export function readRefund(transaction: Transaction): ProviderRefund {
  const { id, orderId, currencyIsoCode, refundedTransactionId } = transaction;
  if (!isRefund(transaction) || !id || !orderId || !currencyIsoCode || !refundedTransactionId) {
    throw new Error('Braintree returned an unreadable refund');
  }
  return {
    refundId: id,
    transactionId: refundedTransactionId,
    orderId,
    amount: fromDecimal(transaction.amount),
    currency: currencyIsoCode,
  };
}
