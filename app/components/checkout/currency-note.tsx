import { LANGUAGES } from '~/domain/languages';
import type { Currency } from '~/domain/money';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';

/** Whether `$` could mean another currency: for readers of some languages, such as Spanish, and outside the United States. */
export function useNamesDollars(): (currency: Currency) => boolean {
  const { language, country } = usePage();
  return (currency) => currency === 'USD' && (LANGUAGES[language].namesDollars || (country ?? 'US') !== 'US');
}

export function CurrencyNote({ currency }: { currency: Currency }) {
  const t = useTranslate();
  const namesDollars = useNamesDollars();
  return namesDollars(currency) ? <p className="hint">{t('checkout:summary.inDollars')}</p> : null;
}
