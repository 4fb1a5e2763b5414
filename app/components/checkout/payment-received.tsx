import { DoneMark } from '~/components/page/done-heading';
import { useTranslate } from '~/components/page/use-translate';

/** The data about the payment that pages show before the receipt. */
export interface ReceivedPayment {
  /** Formatted; null if unknown in this browser. */
  amount: string | null;
  isFree: boolean;
}

/** Confirms the payment while username and password are still to be chosen. */
export function PaymentReceived({ payment: { amount, isFree } }: { payment: ReceivedPayment }) {
  const t = useTranslate();
  return (
    <p className="received" role="status">
      <DoneMark size={24} />
      <strong>
        {isFree && t('checkout:receipt.nothingDue')}
        {!isFree &&
          (amount === null ? t('checkout:receipt.receivedUnknown') : t('checkout:receipt.received', { amount }))}
      </strong>
    </p>
  );
}
