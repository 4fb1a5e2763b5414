import type { ReactNode } from 'react';
import { usePage } from './page-context';
import { useTranslate } from './use-translate';
import { BASE_PATH } from '~/domain/base-path';
import { PAYMENT_VIEWS } from '~/journeys/checkout';
import type { Path, ProgressStep } from '~/journeys/sequence';

interface StepIndicatorProps {
  /** Overrides the page's steps, if the loader returned newer ones. */
  steps?: readonly ProgressStep[];
  /** Must be unique on a page with several indicators. */
  label?: string;
}

/** docs/rules.md, "Step indicator" */
export function StepIndicator({ steps, label }: StepIndicatorProps) {
  const { progressSteps, progressStep: current } = usePage();
  const t = useTranslate();
  if (current === null) return null;
  const dots = steps ?? progressSteps;
  const views = dots[current - 1]?.views ?? [];
  return (
    <nav className="steps" aria-label={label ?? t('common:steps.label')}>
      <ol className="dots">
        {dots.map(({ name, path, isDone }, index) => {
          const isCurrent = index + 1 === current;
          const isTicked = isDone && !isCurrent;
          return (
            <li
              key={name}
              className={[isTicked && 'done', name === 'payment' && 'pay'].filter(Boolean).join(' ') || undefined}
            >
              <Mark path={path} current={isCurrent && (views.length > 0 ? 'true' : 'step')}>
                {t(`common:steps.${name}`)}{' '}
                {isTicked && <span className="visually-hidden">{t('common:steps.done')}</span>}
              </Mark>
            </li>
          );
        })}
      </ol>
      {views.length > 0 && <Views views={views} />}
    </nav>
  );
}

interface MarkProps {
  /** Null while the step is locked. */
  path: Path | null;
  current: 'step' | 'true' | false;
  children: ReactNode;
}

function Mark({ path, current, children }: MarkProps) {
  const shared = { className: 'mark', 'aria-current': current || undefined };
  return path ? (
    <a {...shared} href={`${BASE_PATH}${path}`}>
      {children}
    </a>
  ) : (
    <span {...shared}>{children}</span>
  );
}

/** docs/rules.md, "Checkout views" */
function Views({ views }: Pick<ProgressStep, 'views'>) {
  const { path: shown } = usePage();
  const t = useTranslate();
  return (
    <ol className="views" aria-label={t('checkout:steps.label')}>
      {PAYMENT_VIEWS.map(({ name, view }) => {
        const isCurrent = shown.endsWith(name);
        const path = views.find((one) => one.name === name)?.path;
        return (
          <li key={view}>
            {path && !isCurrent ? (
              <a href={`${BASE_PATH}${path}`}>{t(`checkout:steps.${view}`)}</a>
            ) : (
              <span aria-current={isCurrent ? 'step' : undefined}>{t(`checkout:steps.${view}`)}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
