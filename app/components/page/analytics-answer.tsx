import { FormToken } from '~/components/form/form-token';
import { BASE_PATH } from '~/domain/base-path';
import { usePage } from './page-context';
import { useTranslate } from './use-translate';

/** Yes and no look the same, so that neither is easier. Both lead back to the page they stand on. */
export function AnalyticsAnswer() {
  const t = useTranslate();
  const { address } = usePage();
  return (
    <form className="analytics-answer" method="post" action={`${BASE_PATH}/statistics`}>
      <FormToken />
      <input type="hidden" name="page" value={address} />
      <button className="secondary" name="answer" value="yes">
        {t('common:yes')}
      </button>{' '}
      <button className="secondary" name="answer" value="no">
        {t('common:no')}
      </button>
    </form>
  );
}
