import { Notice } from '~/components/page/notice';
import { useTranslate } from '~/components/page/use-translate';

export function OfferNotice({
  offer,
}: {
  offer: { state: 'given'; percent: number; saved: string | null } | { state: 'notAvailable' } | null;
}) {
  const t = useTranslate();
  if (!offer) return null;
  if (offer.state === 'notAvailable') return <Notice kind="warning">{t('checkout:offer.notAvailable')}</Notice>;
  const { percent, saved } = offer;
  return (
    <Notice kind="success">
      {saved === null ? t('checkout:offer.given', { percent }) : t('checkout:offer.saving', { percent, saved })}
    </Notice>
  );
}
