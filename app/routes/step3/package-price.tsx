import { formatMoney, type Currency } from '~/domain/money';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';

interface PackagePriceProps {
  /** Minor units for the whole term; null where the backend does not say. */
  amount: number | null;
  years: 1 | 2;
  currency: Currency;
  /** Minor units against one year bought twice. */
  saving?: number | null;
  /** Options add to it. */
  isFrom?: boolean;
}

/** Terms are compared by the year, and what is billed at once stands below. */
export function PackagePrice({ amount, years, currency, saving = null, isFrom = false }: PackagePriceProps) {
  const t = useTranslate();
  const { language } = usePage();
  if (amount === null) return <span className="package-term">{t(`common:terms.${years}`)}</span>;
  const format = (money: number) => formatMoney(money, currency, language);
  return (
    <>
      <span className="package-price">
        {isFrom && <span className="package-per">{t('parent:step3.from')} </span>}
        {format(Math.round(amount / years))} <span className="package-per">{t('parent:step3.aYear')}</span>
      </span>{' '}
      <span className="package-term">
        {t(`parent:step3.billed.${years}`, { price: format(amount) })}
        {saving !== null && (
          <>
            {' '}
            <strong className="package-saving">{t('parent:step3.save', { amount: format(saving) })}</strong>
          </>
        )}
      </span>
    </>
  );
}
