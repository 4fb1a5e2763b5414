import { CurrencyNote } from '~/components/checkout/currency-note';
import { DuplicateWarning } from '~/components/form/duplicate-warning';
import { usePage } from '~/components/page/page-context';
import { SupportWays } from '~/components/page/problem-pages';
import { useTranslate } from '~/components/page/use-translate';
import type { PriceFrom } from '~/use-cases/step/price-from.server';
import { formatMoney } from '~/domain/money';

interface CoParentWarningProps {
  email: string;
  isFirst: boolean | undefined;
  /** A confirmed duplicate redirects to `/duplicate` instead of the packages. */
  endsHere: boolean;
}

export function CoParentWarning({ email, isFirst, endsHere }: CoParentWarningProps) {
  const t = useTranslate();
  return (
    <DuplicateWarning
      email={email}
      isFirst={isFirst}
      warning={t('parent:step2.duplicateWarning')}
      advice={
        <>
          {t('parent:step2.duplicateAdvice')} <SupportWays />
        </>
      }
      next={t(endsHere ? 'parent:step2.duplicateEnds' : 'parent:step2.duplicateContinue')}
    />
  );
}

/** Shows the price before the visitor enters the children's names. */
export function PriceFromNote({ amount, years, currency }: PriceFrom) {
  const t = useTranslate();
  const { language } = usePage();
  const price = formatMoney(amount, currency, language);
  return (
    <>
      <p className="price-from">{t('parent:step2.priceFrom', { price, term: t(`common:terms.${years}`) })}</p>
      <CurrencyNote currency={currency} />
    </>
  );
}
