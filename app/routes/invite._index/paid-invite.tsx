import { ReceiptDetails } from '~/components/checkout/receipt-details';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';
import { BASE_PATH } from '~/domain/base-path';
import type { ReceiptRow } from '~/i18n/receipt-sections';

/** For a browser that did not pay. Reveals nothing about the payer (docs/rules.md, "Paid in another browser"). */
export function PaidInvite({ rows }: { rows: ReceiptRow[] }) {
  const t = useTranslate();
  const { links } = usePage();
  return (
    <>
      <h1>{t('invite:paidAlready.heading')}</h1>
      <p>{t('invite:paidAlready.text')}</p>
      <ReceiptDetails sections={[{ id: 'order', title: t('checkout:summary.title'), rows, sentences: [] }]} />
      <p>{t('invite:paidAlready.mail')}</p>
      <div className="step-buttons">
        <a className="button primary" href={links.logIn}>
          {t('common:header.logIn')}
        </a>{' '}
        <a className="link-button" href={`${BASE_PATH}/invite/request?paid`}>
          {t('invite:paidAlready.again')}
        </a>
      </div>
    </>
  );
}
