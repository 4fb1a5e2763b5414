import { FormToken } from '~/components/form/form-token';
import { DownloadApp } from '~/components/checkout/download-app';
import { Notice } from '~/components/page/notice';
import { ReceiptDetails } from '~/components/checkout/receipt-details';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';
import type { ReceiptSection } from '~/i18n/receipt-sections';

interface InvitedReceiptProps {
  /** Where the confirmation was sent. */
  email: string;
  sections: readonly ReceiptSection[];
}

/** docs/rules.md, "Invited receipt" */
export function InvitedReceipt({ email, sections }: InvitedReceiptProps) {
  const t = useTranslate();
  const { address } = usePage();
  return (
    <>
      <h1 className="on-screen">{t('invite:receipt.heading')}</h1>
      <div className="on-screen">
        <Notice kind="success">
          <ol>
            <li>{t('invite:receipt.emailSent', { email })}</li>
            <li>{t('invite:receipt.logInStep')}</li>
          </ol>
          <p>{t('checkout:receipt.once')}</p>
        </Notice>
      </div>
      <form method="post" action={address}>
        <FormToken />
        <button className="primary">{t('invite:receipt.logIn')}</button>
      </form>
      <DownloadApp />
      <ReceiptDetails sections={sections} />
    </>
  );
}
