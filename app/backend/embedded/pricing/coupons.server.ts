import type { Db } from '~/store/store';
import type { CouponTable } from '~/store/backend-tables';
import type { Language } from '~/i18n/languages';
import { translate } from '~/i18n/translator';

/** Finds the coupon of a referrer key. The backend decides whether it applies; the discount link only announces it. */
export async function findCoupon(db: Db, referrerKey: string | undefined): Promise<CouponTable | undefined> {
  if (referrerKey === undefined) return undefined;
  return db.selectFrom('backend_coupons').selectAll().where('referrer_key', '=', referrerKey).executeTakeFirst();
}

/** Picks the referrer key with the most valuable coupon, because an order has at most one coupon. */
export async function findBestReferrerKey(
  db: Db,
  ...keys: readonly (string | null | undefined)[]
): Promise<string | undefined> {
  const coupons = await Promise.all(keys.map((key) => findCoupon(db, key ?? undefined)));
  const [best] = coupons.filter((coupon) => coupon !== undefined).sort((one, other) => other.rate - one.rate);
  return best?.referrer_key;
}

export function describeCoupon(coupon: CouponTable, language: Language): string {
  return translate(language)('backend:coupon.percentOff', { percent: coupon.rate / 1000 });
}

export function offerCoupon(coupon: CouponTable, language: Language) {
  return {
    couponCode: coupon.coupon_code,
    description: describeCoupon(coupon, language),
    percentage: coupon.rate / 1000,
  };
}
