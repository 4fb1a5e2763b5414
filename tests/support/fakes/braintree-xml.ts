import { XMLBuilder } from 'fast-xml-parser';
import type { FakeNonce, FakeTransaction } from './braintree-store';

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressBooleanAttributes: false,
  suppressEmptyNode: true,
});
const element = (name: string, content: unknown) => builder.build({ [name]: content });

/** What the gateway writes for nothing. */
const NIL = { '@nil': 'true' };
const typed = (type: string, text: unknown) => ({ '@type': type, '#text': String(text) });
const list = (items: object = {}) => ({ '@type': 'array', ...items });

/** A complete response, as the SDK reads it. */
export const xml = (body: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`;

export function transactionXml(transaction: FakeTransaction): string {
  return element('transaction', describeTransaction(transaction));
}

function describeTransaction(transaction: FakeTransaction) {
  return {
    id: transaction.id,
    status: transaction.status,
    type: transaction.type,
    'currency-iso-code': transaction.currency,
    amount: transaction.amount,
    'merchant-account-id': transaction.merchantAccount,
    'order-id': transaction.orderId,
    'refunded-transaction-id': transaction.refundedTransactionId ?? NIL,
    'created-at': typed('datetime', transaction.createdAt),
    customer: { id: transaction.vaultedCustomer ?? NIL },
    'credit-card': { token: NIL, 'last-4': transaction.last4 ?? NIL },
    'processor-response-code': transaction.code,
    'processor-settlement-response-code': transaction.settlementCode ?? '',
    'gateway-rejection-reason': transaction.rejection ?? NIL,
    'payment-instrument-type': transaction.paymentInstrumentType,
    'custom-fields': '',
    'status-history': list(),
    'refund-ids': list({ item: transaction.refundIds ?? [] }),
    disputes: list({ dispute: (transaction.disputes ?? []).map((status) => ({ status, transaction: {} })) }),
  };
}

/** A nonce's details with the bank's result. */
export function nonceXml(name: string, { liabilityShifted, used }: FakeNonce): string {
  const info = {
    'liability-shifted': typed('boolean', liabilityShifted),
    'liability-shift-possible': typed('boolean', true),
  };
  return element('payment-method-nonce', {
    nonce: name,
    consumed: typed('boolean', used),
    'three-d-secure-info': liabilityShifted === null ? NIL : info,
  });
}

/** A refusal: a validation failure if there are errors, else of the transaction. */
export function refusalXml(errors: { attribute: string; code: string }[], transaction?: FakeTransaction): string {
  const items = errors.map(({ attribute, code }) => ({ code, attribute, message: 'A message' }));
  return element('api-error-response', {
    errors: { errors: list(), ...(items.length > 0 && { transaction: { errors: list({ error: items }) } }) },
    params: '',
    message: 'A message',
    ...(transaction && { transaction: describeTransaction(transaction) }),
  });
}

export function clientTokenXml(clientToken: string): string {
  return element('client-token', { value: clientToken });
}

export function idsXml(ids: string[]): string {
  return element('search-results', { 'page-size': typed('integer', 50), ids: list({ item: ids }) });
}
