import { Notice } from '~/components/page/notice';
import { useTranslate } from '~/components/page/use-translate';

/** An option list could not be had (docs/rules.md, "Professional lists"). What was chosen before still stands. */
export function LookupError() {
  const t = useTranslate();
  return (
    <Notice kind="warning">
      <p role="alert">{t('common:errors.generic')}</p>
    </Notice>
  );
}
