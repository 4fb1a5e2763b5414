import type { CouponTable } from '~/store/backend-tables';
import type { Db } from '~/store/open-store.server';
import type { Language } from '~/i18n/languages';
import { translate } from '~/i18n/translator';

/** The coupon a referrer key stands for: the backend decides, the discount link only announces. */
export async function findCoupon(db: Db, referrerKey: string | undefined): Promise<CouponTable | undefined> {
  if (referrerKey === undefined) return undefined;
  return db.selectFrom('backend_coupons').selectAll().where('referrer_key', '=', referrerKey).executeTakeFirst();
}

/** Of several referrer keys the one whose coupon is worth most: there is one coupon an order. */
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
