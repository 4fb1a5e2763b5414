import { Notice } from '~/components/page/notice';
import { useTranslate } from '~/components/page/use-translate';
import { displayedPercent } from '~/domain/prices';

/** An offer. `announced` until the order has a price, `included` if the page shows reduced prices. Null without an offer. */
export type Offer =
  | { state: 'announced'; description: string | null; percentage?: number }
  /** `percent` is exact, such as 12.5. */
  | { state: 'included'; percent: number }
  | { state: 'given'; percent: number; saved: string | null }
  | { state: 'notAvailable' }
  | null;

/** Whether its notice says only what the order summary says. */
export function isOnlyDiscount(offer: Offer): boolean {
  return offer?.state === 'given' && offer.saved === null;
}

/** @param prices whether the page shows reduced or full prices while an offer is `included` */
export function OfferNotice({ offer, prices = 'all' }: { offer: Offer; prices?: 'all' | 'full' }) {
  const t = useTranslate();
  if (!offer) return null;
  switch (offer.state) {
    case 'announced':
      return (
        <Notice kind="success">
          <strong>{t('checkout:offer.title')}</strong>{' '}
          {offer.description !== null && t('checkout:offer.text', { offer: offer.description })}
        </Notice>
      );
    case 'included': {
      const percent = displayedPercent(offer.percent);
      if (percent === undefined) return <p className="offer">{t('checkout:offer.title')}</p>;
      const given = t('checkout:offer.given', { percent });
      return (
        <p className="offer">
          {prices === 'full' ? (
            t('checkout:offer.text', { offer: given })
          ) : (
            <>
              <strong>{given}</strong> {t('checkout:offer.included')}
            </>
          )}
        </p>
      );
    }
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
