import type { FakeNonce, FakeTransaction } from './braintree-store';

const escape = (text: string) => text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const element = (name: string, text: string | null) =>
  text === null ? `<${name} nil="true"/>` : `<${name}>${escape(text)}</${name}>`;

/** A complete response, as the SDK reads it. */
export const xml = (body: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`;

export function transactionXml(transaction: FakeTransaction): string {
  return [
    '<transaction>',
    element('id', transaction.id),
    element('status', transaction.status),
    element('type', transaction.type),
    element('currency-iso-code', transaction.currency),
    element('amount', transaction.amount),
    element('merchant-account-id', transaction.merchantAccount),
    element('order-id', transaction.orderId),
    `<created-at type="datetime">${transaction.createdAt}</created-at>`,
    `<customer>${element('id', transaction.vaultedCustomer)}</customer>`,
    `<credit-card>${element('token', null)}${element('last-4', transaction.last4)}</credit-card>`,
    element('processor-response-code', transaction.code),
    element('gateway-rejection-reason', transaction.rejection),
    element('payment-instrument-type', transaction.paymentInstrumentType),
    '<custom-fields/><status-history type="array"/><disputes type="array"/>',
    '</transaction>',
  ].join('');
}

/** A nonce's details with the bank's result. */
export function nonceXml(name: string, { liabilityShifted, used }: FakeNonce): string {
  const info =
    liabilityShifted === null
      ? element('three-d-secure-info', null)
      : `<three-d-secure-info><liability-shifted type="boolean">${liabilityShifted}</liability-shifted>` +
        '<liability-shift-possible type="boolean">true</liability-shift-possible></three-d-secure-info>';
  return `<payment-method-nonce>${element('nonce', name)}<consumed type="boolean">${used}</consumed>${info}</payment-method-nonce>`;
}

/** A refusal: a validation failure if there are errors, else of the transaction. */
export function refusalXml(errors: { attribute: string; code: string }[], transaction = ''): string {
  const items = errors.map(({ attribute, code }) => {
    return `<error>${element('code', code)}${element('attribute', attribute)}${element('message', 'A message')}</error>`;
  });
  const nested = items.length > 0 && `<transaction><errors type="array">${items.join('')}</errors></transaction>`;
  return (
    `<api-error-response><errors><errors type="array"/>${nested || ''}</errors><params/>` +
    `${element('message', 'A message')}${transaction}</api-error-response>`
  );
}

export function clientTokenXml(clientToken: string): string {
  return `<client-token>${element('value', clientToken)}</client-token>`;
}

export function idsXml(ids: string[]): string {
  const items = ids.map((id) => `<item>${escape(id)}</item>`).join('');
  return `<search-results><page-size type="integer">50</page-size><ids type="array">${items}</ids></search-results>`;
}
