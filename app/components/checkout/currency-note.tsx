import type { Currency } from '~/domain/money';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';

/** Says which dollars are meant where `$` could be another currency: in Spanish (pesos) and outside the United States. */
export function CurrencyNote({ currency }: { currency: Currency }) {
  const t = useTranslate();
  const { language, country } = usePage();
  if (currency !== 'USD' || (language !== 'es' && (country ?? 'US') === 'US')) return null;
  return <p className="hint">{t('checkout:summary.inDollars')}</p>;
}
