import { STATISTICS_ID } from './route-handle';
import { exitTextOf, usePage } from './page-context';
import { useTranslate } from './use-translate';
import { BASE_PATH, STATISTICS_PATH } from '~/domain/base-path';
import { formatKept } from '~/i18n/format-wait';

/** docs/rules.md, "Header and footer" */
export function PageFooter({ hasForm }: { hasForm: boolean }) {
  const page = usePage();
  const t = useTranslate();
  const kept = [
    ...(page.keptForMinutes === null
      ? []
      : [t('common:footer.kept', { time: formatKept(page.keptForMinutes * 60, page.language) })]),
    ...(hasForm ? [t(exitTextOf(page))] : []),
  ];
  return (
    <footer className="page-footer">
      {kept.length > 0 && <p className="kept">{kept.join(' ')}</p>}
      <nav aria-label={t('common:footer.label')}>
        <ul>
          <li>
            <a href={page.links.terms}>{t('common:footer.terms')}</a>
          </li>
          <li>
            <a href={page.links.privacy}>{t('common:footer.privacy')}</a>
          </li>
          <li>
            <a href={page.links.help}>{t('common:footer.help')}</a>
          </li>
          <li>
            <a href={page.links.contact}>{t('common:footer.contact')}</a>
          </li>
          {page.hasAnalyticsChoice && page.path !== '/statistics' && (
            <li>
              <a id={STATISTICS_ID} href={`${STATISTICS_PATH}?page=${encodeURIComponent(page.address)}`}>
                {t('common:footer.statistics')}
              </a>
            </li>
          )}
        </ul>
      </nav>
      {page.isDemo && (
        <p className="demo-line">
          {t('common:demo.line')}
          {page.showsDemoPage && (
            <>
              {' '}
              <a href={`${BASE_PATH}/demo`}>{t('common:demo.link')}</a>
            </>
          )}
        </p>
      )}
      {page.isTestSite && <p className="demo-line">{t('common:demo.testSite')}</p>}
    </footer>
  );
}
