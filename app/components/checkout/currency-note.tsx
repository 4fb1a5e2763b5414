import { LANGUAGES } from '~/domain/languages';
import type { Currency } from '~/domain/money';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';

/** Names the currency if `$` could mean another one: for readers of some languages, such as Spanish, and outside the United States. */
export function CurrencyNote({ currency }: { currency: Currency }) {
  const t = useTranslate();
  const { language, country } = usePage();
  if (currency !== 'USD' || (!LANGUAGES[language].namesDollars && (country ?? 'US') === 'US')) return null;
  return <p className="hint">{t('checkout:summary.inDollars')}</p>;
}
