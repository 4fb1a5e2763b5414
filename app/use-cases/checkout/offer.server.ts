import { ORPCError } from '@orpc/client';
import { redirect } from '@remix-run/node';
import type { CouponOffer, PricingInfo } from '~/backend/schemas/prices';
import type { Offer } from '~/components/checkout/offer-notice';
import { couponPercent, onlyPercentage } from '~/domain/prices';
import type { JoinState } from '~/journeys/join-state';
import { withTimeout } from '~/lib/with-timeout';
import type { RequestContext } from '~/server/request/request-context.server';
import { restartSignUp } from '~/use-cases/step/refuse.server';
import { registrationHeaders } from '~/use-cases/step/registration.server';

/** The state of the announced offer (docs/rules.md, "Discount link"). Shows the actual discount, even if it is smaller than announced. */
function evaluateOffer(discount: JoinState['discount'], { couponDetail, totals }: PricingInfo): Offer {
  const percent = couponPercent(couponDetail?.discount ?? 0, totals.subTotal ?? 0);
  if (percent > 0) return { state: 'given', percent, saved: null };
  // A link without a percentage did not announce a discount, so it cannot be missing.
  return discount?.percentage === undefined || couponDetail ? null : { state: 'notAvailable' };
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

/** Announces the first coupon with a description, or else the percentage of the only one, or else that there is an offer. */
export function announceCoupons(coupons: readonly CouponOffer[]): Offer {
  const percentage = onlyPercentage(coupons);
  const description = coupons.find((coupon) => coupon.description !== null)?.description ?? null;
  if (description === null && percentage !== undefined) return { state: 'included', percent: percentage };
  return coupons.length > 0 ? { state: 'announced', description, percentage } : null;
}

/** The maximum time that a page waits for the offer. */
const TIMEOUT_MS = 1_500;

/**
 * The coupon for parent A's discount link (docs/rules.md, "Discount link").
 *
 * @throws Response a redirect to the first step if the backend rejects the registration
 * @returns null without a discount link, and if the backend does not respond in time
 */
async function loadCouponOffer(context: RequestContext, state: JoinState): Promise<Offer> {
  const { registration, discount } = state;
  if (!registration || !discount) return null;
  const { registrations } = context.services.backend;
  try {
    const { coupons } = await withTimeout(TIMEOUT_MS, (signal) =>
      registrations.coupons(
        {
          params: { signupId: registration.signupId },
          headers: registrationHeaders(context, { registration, discount }),
        },
        { signal },
      ),
    );
    const announced = announceCoupons(coupons);
    return announced || discount.percentage === undefined ? announced : { state: 'notAvailable' };
  } catch (error) {
    // Ignores a 404, which may also mean that the backend lacks this call. The next call shows whether the registration is lost.
    if (error instanceof ORPCError && error.code === 'FORBIDDEN')
      throw redirect(await restartSignUp(context, state), 303);
    context.log.warn({ err: error }, 'failed to load the coupons of a registration');
    return null;
  }
}

/** The percentage of an invite's only coupon. With a discount link, only the backend knows which coupon applies, so it is undefined. */
export function findInvitePercentage({ invited, discount }: Partial<JoinState>): number | undefined {
  return discount ? undefined : invited?.couponPercentage;
}

/**
 * The offer above the packages. `included` if its percentage is known, so that the page can show reduced prices.
 *
 * @throws Response as `loadCouponOffer` does
 */
export async function loadPackagesOffer(context: RequestContext, state: JoinState): Promise<Offer> {
  const offer = await loadCouponOffer(context, state);
  const percent = findInvitePercentage(state) ?? (offer?.state === 'announced' ? offer.percentage : undefined);
  return percent === undefined ? offer : { state: 'included', percent };
}
