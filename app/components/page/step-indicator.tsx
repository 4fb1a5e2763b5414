import { usePage } from './page-context';
import { useTranslate } from './use-translate';
import { BASE_PATH } from '~/domain/base-path';

/** docs/rules.md, "Step indicator" */
export function StepIndicator() {
  const { progressSteps, progressStep: current } = usePage();
  const t = useTranslate();
  if (current === null) return null;
  return (
    <nav className="steps" aria-label={t('common:steps.label')}>
      <ol>
        {progressSteps.map((path, index) => {
          const number = index + 1;
          return (
            <li key={number} className={number < current ? 'done' : undefined}>
              {path ? (
                <a href={`${BASE_PATH}${path}`} aria-current={number === current ? 'step' : undefined}>
                  {t('common:steps.step', { number })}
                </a>
              ) : (
                <span>{t('common:steps.step', { number })}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
