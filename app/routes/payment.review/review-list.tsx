import { Fragment, type ReactNode } from 'react';
import { BASE_PATH } from '~/domain/base-path';
import type { BillingDetails } from '~/steps/billing';
import type { ContactRecord } from '~/steps/contact';
import { regionsFor } from '~/i18n/regions';
import { isPostalCodeOfRegion } from '~/reference/postal-codes';
import { Notice } from '~/components/page/notice';
import { nameIn } from '~/domain/list-item';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';
import { paymentMethodLabel, shortAddress, type ReviewedMethod } from './review-words';

/** `email` is null if the co-parent is not invited, because it is unknown. */
export interface InvitedPerson {
  name: string;
  email: string | null;
}

interface ReviewListProps extends ReviewedMethod {
  parent: ContactRecord;
  billing: BillingDetails;
  coParent: InvitedPerson | null;
}

export function ReviewList({ parent, billing, coParent, ...method }: ReviewListProps) {
  const t = useTranslate();
  const { language } = usePage();
  return (
    <dl className="review-list compact">
      <Row name={t('checkout:review.email')} change="step1">
        {parent.email}
      </Row>
      <Row name={t('checkout:steps.BILLING')} change="payment/billing">
        <Parts of={shortAddress(language, billing)} />
      </Row>
      <Row name={t('checkout:steps.PAYMENT')} change="payment/method">
        {paymentMethodLabel(t, method)}
      </Row>
      {coParent && (
        <Row name={t('checkout:review.invitation')} change="step2">
          <Invitation {...coParent} />
        </Row>
      )}
    </dl>
  );
}

function Invitation({ name, email }: InvitedPerson) {
  const t = useTranslate();
  return email ? <Parts of={[name, email]} /> : t('checkout:review.notInvited', { name });
}

/** Separated by commas. A line ends between two parts if it can. */
function Parts({ of: parts }: { of: string[] }) {
  return parts.map((part, index) => {
    const isLast = index === parts.length - 1;
    return (
      <Fragment key={index}>
        <span>
          {part}
          {!isLast && ','}
        </span>
        {!isLast && ' '}
      </Fragment>
    );
  });
}

/** A note instead of an error, because some places have the postal code of a neighbouring state (docs/rules.md, "Review"). */
export function PostalCodeNote({ billing: { country, region, postalCode } }: Pick<ReviewListProps, 'billing'>) {
  const t = useTranslate();
  const { language } = usePage();
  if (country !== 'US' || isPostalCodeOfRegion(country, region, postalCode)) return null;
  const state = nameIn(regionsFor(country, language), region);
  return <Notice kind="warning">{t('checkout:review.postalCodeOfState', { postalCode, state })}</Notice>;
}

/** Lists codes that another visitor has used up meanwhile, and codes in another currency. They do not affect the price. */
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

/** The heading of the order, with a link to the packages. */
export function OrderHeading() {
  const { progressSteps } = usePage();
  const t = useTranslate();
  const packages = progressSteps.find(({ name }) => name === 'package')?.path;
  return (
    <div className="order-heading">
      <h2 id={ORDER}>{t('checkout:summary.title')}</h2>
      {packages && <Change href={`${BASE_PATH}${packages}`} of={ORDER} />}
    </div>
  );
}

const ORDER = 'review-order';

function Row({ name, change, children }: { name: string; change: string; children: ReactNode }) {
  const { journeyBase } = usePage();
  const id = `review-${change.replace('/', '-')}`;
  return (
    <div>
      <dt id={id}>{name}</dt>
      <dd>{children}</dd>
      <dd className="change">
        <Change href={`${BASE_PATH}${journeyBase}/${change}`} of={id} />
      </dd>
    </div>
  );
}

/** @param of the id of the element that names what it changes */
function Change({ href, of }: { href: string; of: string }) {
  const t = useTranslate();
  return (
    <a className="change-link" href={href} aria-describedby={of}>
      {t('common:change')}
    </a>
  );
}
