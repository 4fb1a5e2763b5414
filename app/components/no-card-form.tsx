import { Notice } from './notice';
import { SupportPhone } from './support-phone';
import { useTranslate } from './use-translate';

/** Where no card may be typed into a form of ours: how to pay all the same. */
export function NoCardForm() {
  const t = useTranslate();
  return (
    <Notice kind="warning">
      <p>
        <strong>{t('checkout:method.noCardForm')}</strong>
      </p>
      <p>
        {t('checkout:method.noCardFormAdvice')} <SupportPhone />
      </p>
    </Notice>
  );
}
