import { PAYMENT_EXCEPTIONS, type PaymentException } from '~/domain/payment-exceptions';
import type { Translate } from '~/i18n/translator';

const KEYS = {
  'Payment method declined': 'checkout:exceptions.declined',
  'Invalid expiration date': 'checkout:exceptions.expiration',
  'Invalid card number': 'checkout:exceptions.cardNumber',
  'Invalid activation code': 'checkout:exceptions.activationCode',
  'Invalid promo code': 'checkout:exceptions.promoCode',
  'Unexpected error': 'checkout:exceptions.unexpected',
  'APO/FPO addresses cannot be used for bank transfers': 'checkout:exceptions.militaryAddress',
  'Postal code does not match the state': 'checkout:exceptions.postalCodeOfState',
  'Payment given back': 'checkout:exceptions.givenBack',
  'Payment to be given back': 'checkout:exceptions.toBeGivenBack',
  'Card authentication required': 'checkout:exceptions.authentication',
} as const satisfies Record<PaymentException, string>;

/** Undefined for a sentence that we do not know. */
export function findException(t: Translate, exception: string): string | undefined {
  return isKnown(exception) ? t(KEYS[exception]) : undefined;
}

function isKnown(exception: string): exception is PaymentException {
  return (PAYMENT_EXCEPTIONS as readonly string[]).includes(exception);
}
