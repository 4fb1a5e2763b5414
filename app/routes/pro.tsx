import { Outlet, useMatches } from '@remix-run/react';
import { StepIndicator } from '~/components/page/step-indicator';
import { useTranslate } from '~/components/page/use-translate';
import { PRO_STEPS, pathOf } from '~/journeys/professional/steps';

/** The frame of the professional's registration: its steps, and which of them is shown. */
export default function Professional() {
  const t = useTranslate();
  const path = useMatches().at(-1)?.pathname ?? '';
  const current = PRO_STEPS.findIndex((step) => path.endsWith(pathOf(step))) + 1;
  return (
    <>
      <p className="eyebrow">{t('professional:eyebrow')}</p>
      {current > 0 && <StepIndicator current={current as 1 | 2 | 3} />}
      <Outlet />
    </>
  );
}
