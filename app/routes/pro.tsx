import { Outlet, useMatches } from '@remix-run/react';
import type { ProStepName } from '~/journeys/professional/state';
import { ProfessionalSteps } from '~/components/professional-steps';
import { useTranslate } from '~/components/use-translate';

/** The frame of the professional's registration: its steps, and which of them is shown. */
export default function Professional() {
  const t = useTranslate();
  const leaf = useMatches().at(-1);
  const current = (leaf?.pathname.split('/').at(-1) ?? 'contact') as ProStepName;
  const { open } = (leaf?.data ?? {}) as { open?: readonly ProStepName[] };
  return (
    <>
      <p className="eyebrow">{t('professional:eyebrow')}</p>
      {open && <ProfessionalSteps current={current} open={open} />}
      <Outlet />
    </>
  );
}
