import type { PaidOrder } from '~/domain/paid-order';
import { Notice } from './notice';
import { OrderBreakdown, type OrderLines } from './order-summary';
import { usePage } from './page-context';
import { RenewalNotice } from './renewal-notice';
import { useTranslate } from './use-translate';

interface ReceiptProps {
  lines: OrderLines;
  receipt: PaidOrder['receipt'];
  email: string;
  coParent: PaidOrder['registration']['coParent'];
  timezone: string;
  renewal: Parameters<typeof RenewalNotice>[0];
  nextUrl: string;
}

/** What was bought and paid, and what comes next (spec, section 2, `/receipt`). */
export function Receipt({ lines, receipt, email, coParent, timezone, renewal, nextUrl }: ReceiptProps) {
  const t = useTranslate();
  return (
    <>
      <h1>{t('parent:receipt.heading')}</h1>
      <Notice kind="success">
        <p>{t('parent:receipt.emailNotice', { email })}</p>
      </Notice>
      <p>
        <a className="button primary" href={nextUrl}>
          {t('common:header.logIn')}
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

/** Hidden in Spanish (spec, section 1). */
function DownloadApp() {
  const t = useTranslate();
  const { language, links } = usePage();
  if (language === 'es') return null;
  return (
    <section className="download" aria-labelledby="download-title">
      <h2 id="download-title">{t('parent:receipt.downloadTitle')}</h2>
      <p>{t('parent:receipt.downloadText')}</p>
      <ul className="stores">
        <li>
          <a className="button" href={links.appStore}>
            {t('parent:receipt.appStore')}
          </a>
        </li>
        <li>
          <a className="button" href={links.googlePlay}>
            {t('parent:receipt.googlePlay')}
          </a>
        </li>
      </ul>
    </section>
  );
}

function PaymentInformation({ receipt, timezone }: Pick<ReceiptProps, 'receipt' | 'timezone'>) {
  const t = useTranslate();
  const { language } = usePage();
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: timezone });
  const rows: [string, string | null][] = [
    [t('parent:receipt.paidWith'), t(`parent:receipt.types.${receipt.paymentType}`)],
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
