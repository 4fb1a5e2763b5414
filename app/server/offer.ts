import type { PricingInfo } from '~/backend/messages';
import { couponPercent } from '~/domain/prices';
import type { JoinState } from '~/journeys/join-state';

/** What became of the offer that a discount link announced. */
export type Offer = { state: 'given'; percent: number } | { state: 'notAvailable' } | null;

/** The link only announces: the backend decides by the referrer key, and where they differ the person is told (design, section 6). */
export function offerOf(discount: JoinState['discount'], { couponDetail, totals }: PricingInfo): Offer {
  const percent = couponDetail ? couponPercent(couponDetail.discount, totals.subTotal) : 0;
  // In whole minor units, so that a rounded discount is not taken for a smaller one.
  const announced = Math.floor((totals.subTotal * (discount?.percentage ?? 0)) / 100);
  if ((couponDetail?.discount ?? 0) < announced) return { state: 'notAvailable' };
  return percent > 0 ? { state: 'given', percent } : null;
}
