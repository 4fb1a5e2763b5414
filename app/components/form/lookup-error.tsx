import { Notice } from '~/components/page/notice';
import { useTranslate } from '~/components/page/use-translate';

/** An option list could not be had (spec, section 8, "Lookup failure"). What was chosen before still stands. */
export function LookupError() {
  const t = useTranslate();
  return (
    <Notice kind="warning">
      <p role="alert">{t('common:errors.generic')}</p>
    </Notice>
  );
}
