import { Notice } from './notice';
import { supportPhoneOf, usePage } from './page-context';
import { useTranslate } from './use-translate';

/** Where no card may be typed into a form of ours: how to pay all the same. */
export function NoCardForm() {
  const t = useTranslate();
  const phone = supportPhoneOf(usePage());
  return (
    <Notice kind="warning">
      <p>
        <strong>{t('checkout:method.noCardForm')}</strong>
      </p>
      <p>
        {t('checkout:method.noCardFormAdvice')} <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>
      </p>
    </Notice>
  );
}
