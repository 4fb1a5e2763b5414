import { Notice } from '~/components/page/notice';
import { useTranslate } from '~/components/page/use-translate';

/** docs/rules.md, "Professional lists" */
export function LookupError() {
  const t = useTranslate();
  return (
    <Notice kind="warning">
      <p role="alert">{t('common:errors.generic')}</p>
    </Notice>
  );
}
