import { DoneMark } from '~/components/page/done-heading';
import { Notice } from '~/components/page/notice';
import { usePage } from '~/components/page/page-context';
import { SupportContact } from '~/components/page/problem-pages';
import { useTranslate } from '~/components/page/use-translate';

/** The data about the payment that pages show before the receipt. */
export interface ReceivedPayment {
  /** Formatted; null if unknown in this browser. */
  amount: string | null;
  isFree: boolean;
}

interface PaymentReceivedProps {
  payment: ReceivedPayment;
  /** The payer's e-mail has another account, so username and password could not be set. */
  isDuplicate?: boolean | undefined;
}

/** Confirms the payment while username and password are still to be chosen. */
export function PaymentReceived({ payment: { amount, isFree }, isDuplicate = false }: PaymentReceivedProps) {
  const t = useTranslate();
  const { links, isLanguageChosen } = usePage();
  return (
    <>
      <p className="received" role="status">
        <DoneMark size={24} />
        <strong>
          {isFree && t('checkout:receipt.nothingDue')}
          {!isFree &&
            (amount === null ? t('checkout:receipt.receivedUnknown') : t('checkout:receipt.received', { amount }))}
        </strong>
      </p>
      {isDuplicate && (
        <Notice>
          <p role="alert" tabIndex={-1} autoFocus={!isLanguageChosen}>
            {t('parent:credentials.duplicate')}
          </p>
          <p>
            <a href={links.logIn}>{t('common:header.logIn')}</a>
          </p>
          <p>
            <a href={links.forgotPassword}>{t('parent:duplicate.forgotPassword')}</a>
          </p>
          <SupportContact />
        </Notice>
      )}
    </>
  );
}
