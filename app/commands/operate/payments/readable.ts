import { toDecimal } from '~/domain/money';

/** As in the provider's control panel: `179.55 USD`. @param amount minor units */
export function money(amount: number, currency: string): string {
  return `${toDecimal(amount)} ${currency}`;
}

/** @param iso ISO 8601 @returns `2026-03-01 12:00:00 UTC` */
export function time(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}

/** @param paymentType as stored in the attempt */
export function method(paymentType: string, cardLastFour: string | null): string {
  if (paymentType === 'paypal') return 'PayPal';
  if (paymentType === 'venmo') return 'Venmo';
  return cardLastFour === null ? 'card' : `card ending in ${cardLastFour}`;
}
