import type { PricingInfo } from '~/backend/schemas/prices';
import { couponPercent } from '~/domain/prices';
import type { JoinState } from '~/journeys/join-state';
import type { RequestContext } from '~/server/request/request-context.server';

/** What became of the offer that a discount link announced. */
export type Offer = { state: 'given'; percent: number; saved: string | null } | { state: 'notAvailable' } | null;

/** What became of the announced offer (docs/rules.md, "Discount link"). */
function offerOf(discount: JoinState['discount'], { couponDetail, totals }: PricingInfo): Offer {
  const percent = couponDetail ? couponPercent(couponDetail.discount, totals.subTotal) : 0;
  // In whole minor units, so that a rounded discount is not taken for a smaller one.
  const announced = Math.floor((totals.subTotal * (discount?.percentage ?? 0)) / 100);
  if ((couponDetail?.discount ?? 0) < announced) return { state: 'notAvailable' };
  return percent > 0 ? { state: 'given', percent, saved: null } : null;
}

/** The same as it is shown: in the treatment of GROW750 an offer says what it saves. */
export async function findOffer(
  { experiments }: RequestContext,
  { discount }: JoinState,
  pricing: PricingInfo,
): Promise<Offer> {
  const offer = offerOf(discount, pricing);
  if (offer?.state !== 'given' || !(await experiments.isTreatment('GROW750'))) return offer;
  return { ...offer, saved: pricing.couponDetail?.discountFormatted ?? null };
}
