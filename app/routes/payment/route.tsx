import { Outlet, useMatches } from '@remix-run/react';
import { Behind } from '~/components/page/behind';
import { usePage } from '~/components/page/page-context';
import { StepsBehind } from '~/components/page/step-indicator';
import { useTranslate } from '~/components/page/use-translate';
import { BASE_PATH } from '~/domain/base-path';
import { PAYMENT_VIEWS } from '~/journeys/checkout';

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

/** docs/rules.md, "Checkout views" */
function CheckoutSteps({ current }: { current: number }) {
  const { journeyBase } = usePage();
  const t = useTranslate();
  return (
    <nav className="checkout-steps" aria-label={t('checkout:steps.label')}>
      <ol>
        {PAYMENT_VIEWS.map(({ name, view }, index) => (
          <li key={view} className={index < current ? 'done' : undefined}>
            {index < current ? (
              <a href={`${BASE_PATH}${journeyBase}/${name}`}>{t(`checkout:steps.${view}`)}</a>
            ) : (
              <span aria-current={index === current ? 'step' : undefined}>{t(`checkout:steps.${view}`)}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
