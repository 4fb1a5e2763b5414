import type { ReactNode } from 'react';
import { BASE_PATH } from '~/domain/base-path';
import type { BillingDetails, ContactRecord } from '~/domain/people';
import type { Translate } from '~/i18n/translator';
import { regionsFor } from '~/i18n/regions';
import { countriesFor } from '~/reference/countries';
import { isPostalCodeOfRegion } from '~/reference/postal-codes';
import { cardBrandLabel } from '~/components/checkout/card-brand';
import { MultilineText } from '~/components/page/multiline-text';
import { Notice } from '~/components/page/notice';
import { nameIn } from '~/components/form/option-list';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';

interface ReviewListProps {
  parent: ContactRecord;
  billing: BillingDetails;
  /** Only the method used is set; none when nothing is to pay. */
  card: { brand: string; lastFour: string } | null;
  paypal: { email?: string } | null;
  venmo: { username?: string } | null;
}

export function ReviewList({ parent, billing, ...method }: ReviewListProps) {
  const t = useTranslate();
  const { language } = usePage();
  const country = nameIn(countriesFor(language), billing.country);
  const town = [billing.city, billing.region, billing.postalCode].filter(Boolean).join(', ');
  return (
    <dl className="review-list">
      <Row name={t('common:fields.email')} change="step1">
        {parent.email}
      </Row>
      <Row name={t('checkout:steps.BILLING')} change="payment/billing">
        <MultilineText
          lines={[
            `${parent.firstName} ${parent.lastName}`,
            billing.billingAddress,
            billing.billingAddress2,
            town,
            country,
            `${parent.countryCode} ${parent.phoneNumber}`,
          ]}
        />
      </Row>
      <Row name={t('checkout:steps.PAYMENT')} change="payment/method">
        {paymentMethodLabel(t, method)}
      </Row>
    </dl>
  );
}

/** A note only: some places are served from across a state border (docs/rules.md, "Review"). */
export function PostalCodeNote({ billing: { country, region, postalCode } }: Pick<ReviewListProps, 'billing'>) {
  const t = useTranslate();
  const { language } = usePage();
  if (country !== 'US' || isPostalCodeOfRegion(country, region, postalCode)) return null;
  const state = nameIn(regionsFor(country, language), region);
  return <Notice kind="warning">{t('checkout:review.postalCodeOfState', { postalCode, state })}</Notice>;
}

/** Codes that somebody else has used up since they were accepted, or that are of another currency. They are no part of the price. */
export function SpentCodesNote({ codes }: { codes: string[] }) {
  const t = useTranslate();
  const { journeyBase } = usePage();
  if (codes.length === 0) return null;
  return (
    <Notice kind="warning">
      <p role="status">{t('checkout:review.codeSpent', { codes: codes.join(', ') })}</p>
      <p>
        <a href={`${BASE_PATH}${journeyBase}/payment/method`}>{t('checkout:review.codeSpentChange')}</a>
      </p>
    </Notice>
  );
}

function paymentMethodLabel(
  t: Translate,
  { card, paypal, venmo }: Pick<ReviewListProps, 'card' | 'paypal' | 'venmo'>,
): string {
  if (card) return t('checkout:review.card', { brand: cardBrandLabel(t, card.brand), lastFour: card.lastFour });
  if (venmo) {
    return venmo.username ? t('checkout:review.venmoOf', { username: venmo.username }) : t('checkout:review.venmo');
  }
  if (!paypal) return t('checkout:review.noCard');
  return paypal.email ? t('checkout:review.payPalOf', { email: paypal.email }) : t('checkout:review.payPal');
}

function Row({ name, change, children }: { name: string; change: string; children: ReactNode }) {
  const { journeyBase } = usePage();
  const t = useTranslate();
  const id = `review-${change.replace('/', '-')}`;
  return (
    <div>
      <dt id={id}>{name}</dt>
      <dd>{children}</dd>
      <dd className="change">
        <a href={`${BASE_PATH}${journeyBase}/${change}`} aria-describedby={id}>
          {t('common:change')}
        </a>
      </dd>
    </div>
  );
}
