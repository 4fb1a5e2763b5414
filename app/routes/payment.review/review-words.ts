import { cardBrandLabel } from '~/components/checkout/card-brands';
import { nameIn } from '~/components/form/option-list';
import type { BillingDetails } from '~/steps/billing';
import type { ContactRecord } from '~/steps/contact';
import type { Language } from '~/i18n/languages';
import type { Translate } from '~/i18n/translator';
import { regionsFor } from '~/i18n/regions';
import { countriesFor } from '~/reference/countries';

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

/** Countries where addresses contain region codes. Elsewhere readers would not understand "Dublin, D". */
const WRITES_CODES = ['AU', 'BR', 'CA', 'IT', 'US'];

function regionLine(language: Language, { country, region }: BillingDetails): string {
  return WRITES_CODES.includes(country) ? region : (nameIn(regionsFor(country, language), region) ?? region);
}

/** From the street to the country. */
export function addressLines(language: Language, billing: BillingDetails): (string | undefined)[] {
  const country = nameIn(countriesFor(language), billing.country);
  const region = regionLine(language, billing);
  const town = [billing.city, region === billing.city ? '' : region, billing.postalCode].filter(Boolean).join(', ');
  return [billing.billingAddress, billing.billingAddress2, town, country];
}

export function nameOf({ firstName, lastName }: ContactRecord): string {
  return `${firstName} ${lastName}`;
}
