import type { PaidOrder } from '~/domain/paid-order';
import { DownloadApp } from '~/components/checkout/download-app';
import { Notice } from '~/components/page/notice';
import { OrderBreakdown, type OrderLines } from '~/components/checkout/order-summary';
import { PaymentInformation } from '~/components/checkout/payment-information';
import { RenewalNotice } from '~/components/checkout/renewal-notice';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';

interface ReceiptProps {
  lines: OrderLines;
  receipt: PaidOrder['receipt'];
  email: string;
  coParent: PaidOrder['registration']['coParent'];
  timezone: string;
  renewal: Parameters<typeof RenewalNotice>[0];
  /** Where the main button leads; into the product for who is signed in there. */
  wayOn: { href: string; isSignedIn: boolean };
  isSetElsewhere: boolean;
}

/** docs/rules.md, "Parent receipt" */
export function Receipt({ lines, receipt, email, coParent, timezone, renewal, wayOn, isSetElsewhere }: ReceiptProps) {
  const t = useTranslate();
  const { brandName } = usePage();
  return (
    <>
      <h1>{t('parent:receipt.heading')}</h1>
      <Notice kind="success">
        <p>{t('parent:receipt.emailNotice', { email })}</p>
      </Notice>
      {isSetElsewhere && <Notice kind="info">{t('parent:receipt.setElsewhere')}</Notice>}
      <p>
        <a className="button primary" href={wayOn.href}>
          {wayOn.isSignedIn ? t('parent:receipt.open', { brand: brandName }) : t('common:header.logIn')}
        </a>
      </p>
      <DownloadApp />
      <section aria-labelledby="co-parent-title">
        <h2 id="co-parent-title">{t('parent:receipt.coParentTitle')}</h2>
        <p>
          {coParent?.email
            ? t('parent:receipt.coParentInvited', { email: coParent.email })
            : t('parent:receipt.coParentNotInvited')}
        </p>
      </section>
      <section aria-labelledby="order-title">
        <h2 id="order-title">{t('checkout:summary.title')}</h2>
        <OrderBreakdown lines={lines} />
      </section>
      <PaymentInformation receipt={receipt} timezone={timezone} />
      <RenewalNotice {...renewal} />
    </>
  );
}
