import { cardBrandLabel } from '~/components/checkout/card-brands';
import type { BillingDetails } from '~/steps/billing';
import type { ContactRecord } from '~/steps/contact';
import { addressLines } from '~/i18n/address-lines';
import type { Language } from '~/i18n/languages';
import type { Translate } from '~/i18n/translator';

/** Only the used method is set. All are null if the total is zero. */
export interface ReviewedMethod {
  card: { brand: string; lastFour: string } | null;
  paypal: { email?: string } | null;
  venmo: { username?: string } | null;
}

export function paymentMethodLabel(t: Translate, { card, paypal, venmo }: ReviewedMethod): string {
  if (card) return t('checkout:review.card', { brand: cardBrandLabel(t, card.brand), lastFour: card.lastFour });
  if (venmo) {
    return venmo.username ? t('checkout:review.venmoOf', { username: venmo.username }) : t('checkout:review.venmo');
  }
  if (!paypal) return t('checkout:review.noCard');
  return paypal.email ? t('checkout:review.payPalOf', { email: paypal.email }) : t('checkout:review.payPal');
}

/** In one line, from the street to the country. */
export function addressText(language: Language, billing: BillingDetails): string {
  return linesOf(language, billing).join(', ');
}

/** From the street to the country, without the United States, which state and ZIP code imply. */
export function shortAddress(language: Language, billing: BillingDetails): string[] {
  const lines = linesOf(language, billing);
  return billing.country === 'US' ? lines.slice(0, -1) : lines;
}

function linesOf(language: Language, billing: BillingDetails): string[] {
  const { billingAddress: line1, billingAddress2: line2 } = billing;
  return addressLines(language, { ...billing, line1, line2 });
}

export function nameOf({ firstName, lastName }: ContactRecord): string {
  return `${firstName} ${lastName}`;
}
