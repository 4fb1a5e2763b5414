import type { PaidOrder } from '~/domain/paid-order';
import { FormToken } from './form-token';
import { DownloadApp } from './download-app';
import { Notice } from './notice';
import { OrderBreakdown, type OrderLines } from './order-summary';
import { PaymentInformation } from './payment-information';
import { RenewalNotice } from './renewal-notice';
import { usePage } from './page-context';
import { useTranslate } from './use-translate';

interface InvitedReceiptProps {
  /** Whom the confirmation was sent to. */
  email: string;
  receipt: PaidOrder['receipt'];
  lines: OrderLines;
  timezone: string;
  renewal: Parameters<typeof RenewalNotice>[0];
}

/** What an invited co-parent has paid, and how they log in (spec, section 2, `/invite/receipt`). */
export function InvitedReceipt({ email, receipt, lines, timezone, renewal }: InvitedReceiptProps) {
  const t = useTranslate();
  const { address } = usePage();
  return (
    <>
      <h1>{t('invite:receipt.heading')}</h1>
      <Notice kind="success">
        <ol>
          <li>{t('invite:receipt.emailSent', { email })}</li>
          <li>{t('invite:receipt.logInStep')}</li>
        </ol>
      </Notice>
      <form method="post" action={address}>
        <FormToken />
        <button className="primary">{t('invite:receipt.logIn')}</button>
      </form>
      <DownloadApp />
      <section aria-labelledby="order-title">
        <h2 id="order-title">{t('checkout:summary.title')}</h2>
        <OrderBreakdown lines={lines} />
      </section>
      <PaymentInformation receipt={receipt} timezone={timezone} />
      <RenewalNotice {...renewal} />
    </>
  );
}
