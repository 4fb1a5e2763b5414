import { Notice } from '~/components/page/notice';
import { useTranslate } from '~/components/page/use-translate';

/** Tells of a coupon before anything is priced. @param offer the coupon's description, or null without one */
export function CouponNotice({ offer }: { offer: string | null }) {
  const t = useTranslate();
  if (offer === null) return null;
  return (
    <Notice kind="success">
      <strong>{t('checkout:offer.title')}</strong> {t('checkout:offer.text', { offer })}
    </Notice>
  );
}
