import { localeOf } from '~/domain/languages';
import type { PaidOrder } from '~/domain/paid-order';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';

interface PaymentInformationProps {
  receipt: PaidOrder['receipt'];
  /** The payer's IANA zone. */
  timezone: string;
}

export function PaymentInformation({ receipt, timezone }: PaymentInformationProps) {
  const t = useTranslate();
  const { language } = usePage();
  const format = new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: timezone,
  });
  const rows: [string, string | null][] = [
    // A free order was paid with nothing.
    [
      t('parent:receipt.paidWith'),
      receipt.totals.total === 0 || receipt.paymentType === null
        ? null
        : t(`parent:receipt.types.${receipt.paymentType}`),
    ],
    [t('parent:receipt.cardLastFour'), receipt.cardLastFour],
    [t('parent:receipt.transactionId'), receipt.transactionId],
    [t('parent:receipt.paidOn'), format.format(new Date(receipt.transactionDateTime))],
    [t('parent:receipt.amount'), receipt.totals.totalFormatted],
  ];
  return (
    <section aria-labelledby="payment-title">
      <h2 id="payment-title">{t('parent:receipt.paymentTitle')}</h2>
      <dl className="figures">
        {rows.map(
          ([name, value]) =>
            value !== null && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}
