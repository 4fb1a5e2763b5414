import { findLanguage } from '~/i18n/languages';
import { os } from '~/backend/embedded/context';
import { requireRegistration } from '~/backend/embedded/people/registration-access.server';
import { describeCoupon, findCoupon } from '~/backend/embedded/pricing/coupons.server';

/** The coupons a sign-up can use. */
export const list = os.registrations.coupons.handler(async ({ input, context, errors }) => {
  await requireRegistration(context.db, input.params.signupId, input.headers['x-registration-key'], errors);
  const coupon = await findCoupon(context.db, input.headers['x-referrer-key']);
  if (!coupon) return { coupons: [] };
  const language = findLanguage(input.headers['accept-language']);
  return { coupons: [{ couponCode: coupon.coupon_code, description: describeCoupon(coupon, language) }] };
});
