import { BASE_PATH } from '~/domain/base-path';
import { AnalyticsAnswer } from './analytics-answer';
import { usePage } from './page-context';
import { useTranslate } from './use-translate';

/** Stands below the page, in nobody's way (docs/rules.md, "Consent to analytics"). */
export function AnalyticsQuestion() {
  const t = useTranslate();
  const { address } = usePage();
  return (
    <aside className="analytics-question" aria-labelledby="analytics-question">
      <p>
        <strong id="analytics-question">{t('common:statistics.question')}</strong> {t('common:statistics.reason')}{' '}
        <a href={`${BASE_PATH}/statistics?page=${encodeURIComponent(address)}`}>{t('common:statistics.more')}</a>
      </p>
      <AnalyticsAnswer />
    </aside>
  );
}
