import { PAYMENT_VIEWS } from '~/journeys/checkout';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';
import { BASE_PATH } from '~/domain/base-path';

/** docs/rules.md, "Checkout views" */
export function CheckoutSteps({ current }: { current: number }) {
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
