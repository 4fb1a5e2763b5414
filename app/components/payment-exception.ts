import { PAYMENT_EXCEPTIONS, type PaymentException } from '~/domain/payment-exceptions';
import type { Translate } from '~/i18n/translator';

const KEYS = {
  'Payment method declined': 'checkout:exceptions.declined',
  'Invalid expiration date': 'checkout:exceptions.expiration',
  'Invalid card number': 'checkout:exceptions.cardNumber',
  'Invalid activation code': 'checkout:exceptions.activationCode',
  'Invalid promo code': 'checkout:exceptions.promoCode',
  'Unexpected error': 'checkout:exceptions.unexpected',
  'Payment given back': 'checkout:exceptions.givenBack',
  'Card authentication required': 'checkout:exceptions.authentication',
} as const satisfies Record<PaymentException, string>;

/** The backend's sentence in the visitor's language; one we do not know is shown as it came. */
export function sayException(t: Translate, exception: string): string {
  return isKnown(exception) ? t(KEYS[exception]) : exception;
}

function isKnown(exception: string): exception is PaymentException {
  return (PAYMENT_EXCEPTIONS as readonly string[]).includes(exception);
}
