import { Outlet, useMatches } from '@remix-run/react';
import { CheckoutSteps } from './checkout-steps';
import { PAYMENT_VIEWS } from '~/journeys/checkout';
import { Behind } from '~/components/page/behind';
import { StepsBehind } from '~/components/page/step-indicator';
import { useTranslate } from '~/components/page/use-translate';

export default function Payment() {
  const t = useTranslate();
  const path = useMatches().at(-1)?.pathname ?? '';
  const current = PAYMENT_VIEWS.findIndex(({ name }) => path.endsWith(name));
  return (
    <>
      <Behind>
        <div className="checkout-head">
          <StepsBehind />
          <p className="eyebrow">{t('checkout:title')}</p>
          <CheckoutSteps current={current} />
        </div>
      </Behind>
      <Outlet />
    </>
  );
}
