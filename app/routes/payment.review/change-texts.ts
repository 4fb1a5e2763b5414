import type { OrderLines } from '~/components/checkout/order-summary';
import type { BillingDetails } from '~/steps/billing';
import type { ContactRecord } from '~/steps/contact';
import type { Language } from '~/i18n/languages';
import type { Renewal } from '~/i18n/renewal-text';
import type { Translate } from '~/i18n/translator';
import type { ReviewPart } from '~/server/request/review-seals.server';
import { phoneNumberFor } from '~/reference/phone-numbers';
import type { InvitedPerson } from './review-list';
import { addressText, nameOf, paymentMethodLabel, type ReviewedMethod } from './review-words';

/** The data that the review shows. */
interface Reviewed extends ReviewedMethod {
  parent: ContactRecord;
  billing: BillingDetails;
  coParent: InvitedPerson | null;
  lines: OrderLines;
  renewal: Pick<Renewal, 'amount' | 'years' | 'isForCoParent'>;
  isConsentRequired: boolean;
}

/** A sentence for each part of the review that has changed (docs/rules.md, "As it was shown"). */
export function changeTexts(
  { t, language }: { t: Translate; language: Language },
  changed: readonly ReviewPart[],
  reviewed: Reviewed,
): string[] {
  const { parent, billing, coParent, lines, renewal, isConsentRequired } = reviewed;
  // Omits codes that do not pay any part of the order.
  const counting = (lines.codes ?? []).filter(({ amount }) => amount !== 0);
  const codes = counting.map(({ code, amountFormatted }) => (amountFormatted ? `${code} (−${amountFormatted})` : code));
  const texts: Record<ReviewPart, () => string> = {
    order: () =>
      t('checkout:changes.order', {
        order: [lines.name, t(`common:terms.${lines.years}`), ...lines.options].join(', '),
      }),
    coParent: () => t(`checkout:changes.coParent.${renewal.isForCoParent ? 'added' : 'removed'}`),
    invitation: () =>
      coParent?.email
        ? t('checkout:changes.invitation', { person: `${coParent.name} (${coParent.email})` })
        : t('checkout:changes.noInvitation'),
    instrument: () =>
      reviewed.card || reviewed.paypal || reviewed.venmo
        ? t('checkout:changes.instrument', { method: paymentMethodLabel(t, reviewed) })
        : t('checkout:changes.noInstrument'),
    email: () => t('checkout:changes.email', { email: parent.email }),
    name: () => t('checkout:changes.name', { name: nameOf(parent) }),
    address: () => t('checkout:changes.address', { address: addressText(language, billing) }),
    phone: () => t('checkout:changes.phone', { phone: phoneNumberFor(parent) }),
    codes: () =>
      codes.length > 0 ? t('checkout:changes.codes', { codes: codes.join(', ') }) : t('checkout:changes.noCodes'),
    coupon: () =>
      lines.coupon
        ? t('checkout:changes.offer', { discount: lines.coupon.discountFormatted })
        : t('checkout:changes.noOffer'),
    tax: () =>
      t(lines.isVatIncluded ? 'checkout:changes.vat' : 'checkout:changes.tax', {
        tax: lines.totals?.taxAmountFormatted ?? '',
      }),
    total: () => t('checkout:changes.total', { total: lines.totals?.totalFormatted ?? '' }),
    renewal: () =>
      renewal.amount
        ? t(`checkout:changes.renewal.${renewal.years}`, { amount: renewal.amount })
        : t('checkout:changes.renewalAtFullPrice'),
    terms: () => t(`checkout:changes.terms.${isConsentRequired ? 'asked' : 'notAsked'}`),
  };
  return changed.map((part) => texts[part]());
}
