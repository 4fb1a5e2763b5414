import { canOpenDot } from '~/journeys/parent/guard';
import { freshState } from '~/journeys/parent/state';
import { usePage } from './page-context';
import { useTranslate } from './use-translate';

const DOTS = [1, 2, 3] as const;
const PATHS = { 1: '/app/join/step1', 2: '/app/join/step2', 3: '/app/join/step3' } as const;

/** Three dots; those up to the last completed step and one more are links (spec, section 2, "Step indicator"). */
export function StepIndicator({ current }: { current: 1 | 2 | 3 }) {
  const page = usePage();
  const t = useTranslate();
  const state = { ...freshState, lastCompletedStep: page.lastCompletedStep };
  return (
    <nav className="steps" aria-label={t('common:steps.label')}>
      <ol>
        {DOTS.map((dot) => (
          <li key={dot} className={dot < current ? 'done' : undefined}>
            {canOpenDot(dot, state) ? (
              <a href={PATHS[dot]} aria-current={dot === current ? 'step' : undefined}>
                {t('common:steps.step', { number: dot })}
              </a>
            ) : (
              <span>{t('common:steps.step', { number: dot })}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
