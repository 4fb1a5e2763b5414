import { cardBrandLabel } from '~/components/checkout/card-brand';
import { nameIn } from '~/components/form/option-list';
import type { BillingDetails, ContactRecord } from '~/domain/people';
import type { Language } from '~/i18n/languages';
import type { Translate } from '~/i18n/translator';
import { countriesFor } from '~/reference/countries';

/** Only the method used is set; none when nothing is to pay. */
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

/** From the street to the country. */
export function addressLines(language: Language, billing: BillingDetails): (string | undefined)[] {
  const country = nameIn(countriesFor(language), billing.country);
  const town = [billing.city, billing.region, billing.postalCode].filter(Boolean).join(', ');
  return [billing.billingAddress, billing.billingAddress2, town, country];
}

export function nameOf({ firstName, lastName }: ContactRecord): string {
  return `${firstName} ${lastName}`;
}

export function phoneOf({ countryCode, phoneNumber }: ContactRecord): string {
  return `${countryCode} ${phoneNumber}`;
}
