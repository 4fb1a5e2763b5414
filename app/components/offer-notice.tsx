import { Notice } from './notice';
import { useTranslate } from './use-translate';

/** The discount that the order gets, or that the announced one is not to be had. */
export function OfferNotice({
  offer,
}: {
  offer: { state: 'given'; percent: number } | { state: 'notAvailable' } | null;
}) {
  const t = useTranslate();
  if (!offer) return null;
  return offer.state === 'given' ? (
    <Notice kind="success">{t('checkout:offer.given', { percent: offer.percent })}</Notice>
  ) : (
    <Notice kind="warning">{t('checkout:offer.notAvailable')}</Notice>
  );
}
