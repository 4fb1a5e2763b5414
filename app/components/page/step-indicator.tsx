import { usePage } from './page-context';
import { useTranslate } from './use-translate';
import type { ProgressStep } from '~/journeys/sequence';
import { BASE_PATH } from '~/domain/base-path';

/**
 * docs/rules.md, "Step indicator"
 *
 * @param steps if the loader has newer ones than the page
 */
export function StepIndicator({ steps }: { steps?: readonly ProgressStep[] }) {
  const { progressSteps, progressStep: current } = usePage();
  const t = useTranslate();
  if (current === null) return null;
  return (
    <nav className="steps" aria-label={t('common:steps.label')}>
      <ol>
        {(steps ?? progressSteps).map(({ name, path, isDone }, index) => {
          const isCurrent = index + 1 === current;
          const content = (
            <>
              {t(`common:steps.${name}`)} {isDone && !isCurrent && <Done />}
            </>
          );
          return (
            <li key={name} className={isDone && !isCurrent ? 'done' : undefined}>
              {path ? (
                <a href={`${BASE_PATH}${path}`} aria-current={isCurrent ? 'step' : undefined}>
                  {content}
                </a>
              ) : (
                <span>{content}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** The dots before the checkout, which has its own views. */
export function StepsBehind() {
  const { progressSteps, progressStep } = usePage();
  const t = useTranslate();
  return (
    <nav className="steps-behind" aria-label={t('common:steps.label')}>
      <ol>
        {progressSteps.slice(0, (progressStep ?? 1) - 1).map(({ name, path }, index) => (
          <li key={name}>
            <a href={`${BASE_PATH}${path}`} data-ticks={'✓ '.repeat(index + 1).trim()}>
              <span className="step-name">{t(`common:steps.${name}`)}</span> <Done />
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The tick is CSS-only, so screen readers need this text. */
function Done() {
  const t = useTranslate();
  return <span className="visually-hidden">{t('common:steps.done')}</span>;
}
