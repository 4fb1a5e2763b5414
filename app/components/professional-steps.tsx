import { PRO_STEPS, pathOf } from '~/journeys/professional/steps';
import type { ProStepName } from '~/journeys/professional/state';
import { useTranslate } from './use-translate';

/** Three dots; those that are allowed already are links (spec, section 2, "Professional signup"). */
export function ProfessionalSteps({ current, open }: { current: ProStepName; open: readonly ProStepName[] }) {
  const t = useTranslate();
  const position = PRO_STEPS.findIndex((step) => step === current);
  return (
    <nav className="steps" aria-label={t('common:steps.label')}>
      <ol>
        {PRO_STEPS.map((step, index) => (
          <li key={step} className={index < position ? 'done' : undefined}>
            {open.includes(step) ? (
              <a href={`/app/join${pathOf(step)}`} aria-current={step === current ? 'step' : undefined}>
                {t('common:steps.step', { number: index + 1 })}
              </a>
            ) : (
              <span>{t('common:steps.step', { number: index + 1 })}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
