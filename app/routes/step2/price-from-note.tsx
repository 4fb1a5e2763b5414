import { CurrencyNote } from '~/components/checkout/currency-note';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';
import { formatMoney, type Currency } from '~/domain/money';

interface PriceFromNoteProps {
  /** Minor units, for the whole term. */
  amount: number;
  years: 1 | 2;
  currency: Currency;
}

/** What it costs is said before anybody names their children. */
export function PriceFromNote({ amount, years, currency }: PriceFromNoteProps) {
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
