import { Outlet } from '@remix-run/react';
import { StepIndicator } from '~/components/page/step-indicator';
import { useTranslate } from '~/components/page/use-translate';

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
