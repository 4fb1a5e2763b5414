import { useTranslate } from '~/components/page/use-translate';

/** What pages show about the payment before the receipt. */
export interface ReceivedPayment {
  /** Formatted; null if this browser does not know it. */
  amount: string | null;
  isFree: boolean;
}

/** Confirms the payment while username and password are still to be chosen. */
export function PaymentReceived({ payment: { amount, isFree } }: { payment: ReceivedPayment }) {
  const t = useTranslate();
  return (
    <p className="received" role="status">
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
        <circle cx="12" cy="12" r="11" />
        <path d="m6.5 12.5 3.7 3.7 7.3-8" />
      </svg>
      <strong>
        {isFree && t('checkout:receipt.nothingDue')}
        {!isFree &&
          (amount === null ? t('checkout:receipt.receivedUnknown') : t('checkout:receipt.received', { amount }))}
      </strong>
    </p>
  );
}
