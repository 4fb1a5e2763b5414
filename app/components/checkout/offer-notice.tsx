import { Notice } from '~/components/page/notice';
import { useTranslate } from '~/components/page/use-translate';

/** An offer before and after the order has a price. Null without an offer. */
export type Offer =
  | { state: 'announced'; description: string }
  | { state: 'given'; percent: number; saved: string | null }
  | { state: 'notAvailable' }
  | null;

export function OfferNotice({ offer }: { offer: Offer }) {
  const t = useTranslate();
  if (!offer) return null;
  switch (offer.state) {
    case 'announced':
      return (
        <Notice kind="success">
          <strong>{t('checkout:offer.title')}</strong> {t('checkout:offer.text', { offer: offer.description })}
        </Notice>
      );
    case 'given': {
      const { percent, saved } = offer;
      return (
        <Notice kind="success">
          {saved === null ? t('checkout:offer.given', { percent }) : t('checkout:offer.saving', { percent, saved })}
        </Notice>
      );
    }
    case 'notAvailable':
      return <Notice kind="warning">{t('checkout:offer.notAvailable')}</Notice>;
  }
}
