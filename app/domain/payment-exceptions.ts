/** The sentences a payment can be refused with (docs/rules.md, "Refused payments"); the front end shows each in the visitor's language. */
export const PAYMENT_EXCEPTIONS = [
  'Payment method declined',
  'Invalid expiration date',
  'Invalid card number',
  'Invalid activation code',
  'Invalid promo code',
  'Unexpected error',
  // We offer no bank transfer; a backend may know one from before.
  'APO/FPO addresses cannot be used for bank transfers',
  'Postal code does not match the state',
  // The money was held or taken, and has gone back.
  'Payment given back',
  // The bank wants to be asked.
  'Card authentication required',
] as const;

export type PaymentException = (typeof PAYMENT_EXCEPTIONS)[number];

/** Codes that name what is wrong with the card: the processor's (Braintree, "Authorization responses"), then the gateway's ("Validation errors"). */
const NAMED_REASONS: ReadonlyMap<string, PaymentException> = new Map([
  ['2004', 'Invalid expiration date'],
  ['2006', 'Invalid expiration date'],
  ['2005', 'Invalid card number'],
  // Strong customer authentication: the processor's soft decline, and the gateway's own rule.
  ...['2099', 'three_d_secure'].map((code) => [code, 'Card authentication required'] as const),
  ...['81709', '81710', '81711', '81712', '81713'].map((code) => [code, 'Invalid expiration date'] as const),
  ...['81715', '81716'].map((code) => [code, 'Invalid card number'] as const),
]);

/**
 * The sentence for a decline.
 *
 * @param reason the processor's code, such as `2000`, or the gateway's reason, such as `fraud`
 */
export function exceptionOfDecline(reason: string): PaymentException {
  return NAMED_REASONS.get(reason) ?? 'Payment method declined';
}
