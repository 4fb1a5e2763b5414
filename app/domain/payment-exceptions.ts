/** The backend's wording (docs/rules.md, "Refused payments"); the page shows each in the visitor's language. */
export const PAYMENT_EXCEPTIONS = [
  'Payment method declined',
  'Invalid expiration date',
  'Invalid card number',
  'Invalid activation code',
  'Invalid promo code',
  'Unexpected error',
  'APO/FPO addresses cannot be used for bank transfers',
  'Postal code does not match the state',
  // The money was held or taken, and has been returned.
  'Payment given back',
  // The money was held or taken, and has not been returned yet.
  'Payment to be given back',
  'Card authentication required',
] as const;

export type PaymentException = (typeof PAYMENT_EXCEPTIONS)[number];

/** First the processor's codes (Braintree, "Authorization responses"), then the gateway's ("Validation errors"). */
const NAMED_REASONS: ReadonlyMap<string, PaymentException> = new Map([
  ['2004', 'Invalid expiration date'],
  ['2006', 'Invalid expiration date'],
  ['2005', 'Invalid card number'],
  // Strong customer authentication: the processor's soft decline, and the gateway's own rule.
  ...['2099', 'three_d_secure'].map((code) => [code, 'Card authentication required'] as const),
  ...['81709', '81710', '81711', '81712', '81713'].map((code) => [code, 'Invalid expiration date'] as const),
  ...['81715', '81716'].map((code) => [code, 'Invalid card number'] as const),
]);

/** @param reason the processor's code, such as `2000`, or the gateway's reason, such as `fraud` */
export function exceptionOfDecline(reason: string): PaymentException {
  return NAMED_REASONS.get(reason) ?? 'Payment method declined';
}
