import { usePage } from './page-context';
import { useTranslate } from './use-translate';

/** The dots (docs/rules.md, "Step indicator"). */
export function StepIndicator({ current }: { current: 1 | 2 | 3 }) {
  const { progressSteps } = usePage();
  const t = useTranslate();
  return (
    <nav className="steps" aria-label={t('common:steps.label')}>
      <ol>
        {progressSteps.map((path, index) => {
          const number = index + 1;
          return (
            <li key={number} className={number < current ? 'done' : undefined}>
              {path ? (
                <a href={`/app/join${path}`} aria-current={number === current ? 'step' : undefined}>
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
