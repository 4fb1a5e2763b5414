import type { PricingInfo } from '~/backend/schemas/prices';
import { couponPercent } from '~/domain/prices';
import type { JoinState } from '~/journeys/join-state';
import type { RequestContext } from '~/server/request/request-context.server';

export type Offer = { state: 'given'; percent: number; saved: string | null } | { state: 'notAvailable' } | null;

/** What became of the announced offer (docs/rules.md, "Discount link"). */
function evaluateOffer(discount: JoinState['discount'], { couponDetail, totals }: PricingInfo): Offer {
  const subTotal = totals.subTotal ?? 0;
  const percent = couponPercent(couponDetail?.discount ?? 0, subTotal);
  // In whole minor units, so that rounding does not make a discount look smaller. A link without a percentage announced nothing.
  const announced = Math.floor((subTotal * (discount?.percentage ?? 0)) / 100);
  if ((couponDetail?.discount ?? 0) < announced) return { state: 'notAvailable' };
  return percent > 0 ? { state: 'given', percent, saved: null } : null;
}

/** Adds the saved amount under GROW750. */
export async function findOffer(
  { experiments }: RequestContext,
  { discount }: JoinState,
  pricing: PricingInfo,
): Promise<Offer> {
  const offer = evaluateOffer(discount, pricing);
  if (offer?.state !== 'given' || !(await experiments.isTreatment('GROW750'))) return offer;
  return { ...offer, saved: pricing.couponDetail?.discountFormatted ?? null };
}
