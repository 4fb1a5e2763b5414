import { Outlet } from '@remix-run/react';
import { StepIndicator } from '~/components/page/step-indicator';
import { useTranslate } from '~/components/page/use-translate';

/** The frame of the professional's registration: its steps, and which of them is shown. */
export default function Professional() {
  const t = useTranslate();
  return (
    <>
      <p className="eyebrow">{t('professional:eyebrow')}</p>
      <StepIndicator />
      <Outlet />
    </>
  );
}
