import { usePage } from '~/components/page/page-context';
import { SupportContact } from '~/components/page/problem-pages';
import { StayLink } from '~/components/page/stay-link';
import { StepIndicator } from '~/components/page/step-indicator';
import { useTranslate } from '~/components/page/use-translate';
import { BASE_PATH } from '~/domain/base-path';

/** The page reloads by itself, unless `stays`, and can be left (docs/rules.md, "Unknown outcomes"). */
export function CheckingPayment({ outcomeUnknown, stays }: { outcomeUnknown: boolean; stays: boolean }) {
  const { journeyBase } = usePage();
  const t = useTranslate();
  return (
    <>
      <StepIndicator />
      <section role="status">
        <h1>{t('checkout:checking.heading')}</h1>
        <p>{t('checkout:checking.text')}</p>
        {!stays && <p>{t('checkout:checking.again')}</p>}
        <p>{t('checkout:checking.leave')}</p>
        {/* The specified sentence. Beside this button "try again" means a look, not another payment. */}
        {outcomeUnknown && <p>{t('common:errors.tryAgain')}</p>}
        <p>
          <a className="button primary" href={`${BASE_PATH}${journeyBase}/payment/review${stays ? '?stay=1' : ''}`}>
            {t('checkout:checking.now')}
          </a>
        </p>
        {!stays && <StayLink>{t('checkout:checking.stay')}</StayLink>}
        <SupportContact />
      </section>
    </>
  );
}
