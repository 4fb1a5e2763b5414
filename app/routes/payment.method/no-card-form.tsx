import { Notice } from '~/components/page/notice';
import { SupportPhone } from '~/components/page/support-phone';
import { useTranslate } from '~/components/page/use-translate';

/** Shown where no card may be typed into our own form. */
export function NoCardForm({ needsBank }: { needsBank: boolean }) {
  const t = useTranslate();
  return (
    <Notice kind="warning">
      {needsBank ? (
        <p>
          {t('checkout:method.scaHint')} <SupportPhone />
        </p>
      ) : (
        <CannotBeEntered />
      )}
    </Notice>
  );
}

function CannotBeEntered() {
  const t = useTranslate();
  return (
    <>
      <p>
        <strong>{t('checkout:method.noCardForm')}</strong>
      </p>
      <p>
        {t('checkout:method.noCardFormAdvice')} <SupportPhone />
      </p>
    </>
  );
}
