import { PageMark } from '~/components/form/page-mark';
import { usePage } from './page-context';
import { useTranslate } from './use-translate';
import { STATISTICS_PATH } from '~/domain/base-path';

/** Shown below the page's content, so that it hides nothing (docs/rules.md, "Consent to analytics"). */
export function AnalyticsQuestion() {
  const t = useTranslate();
  const { address } = usePage();
  return (
    <aside className="analytics-question" aria-labelledby="analytics-question">
      <p>
        <strong id="analytics-question">{t('common:statistics.question')}</strong> {t('common:statistics.reason')}{' '}
        <a className="whole" href={`${STATISTICS_PATH}?page=${encodeURIComponent(address)}`}>
          {t('common:statistics.more')}
        </a>
      </p>
      <AnalyticsAnswer />
    </aside>
  );
}

/** Yes and no look the same, so that neither is easier. Both return to the current page. */
export function AnalyticsAnswer() {
  const t = useTranslate();
  const { address } = usePage();
  return (
    <form className="analytics-answer" method="post" action={STATISTICS_PATH}>
      <PageMark />
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
