import type { PaidOrder } from '~/domain/paid-order';
import { FormToken } from '~/components/form/form-token';
import { DownloadApp } from '~/components/checkout/download-app';
import { Notice } from '~/components/page/notice';
import { OrderBreakdown, type OrderLines } from '~/components/checkout/order-summary';
import { PaymentInformation } from '~/components/checkout/payment-information';
import { RenewalNotice } from '~/components/checkout/renewal-notice';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';

interface InvitedReceiptProps {
  /** Where the confirmation was sent. */
  email: string;
  receipt: PaidOrder['receipt'];
  lines: OrderLines;
  timezone: string;
  renewal: Parameters<typeof RenewalNotice>[0];
}

/** docs/rules.md, "Invited receipt" */
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
