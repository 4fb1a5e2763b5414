import { dateFormat } from '~/i18n/formats';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';

interface RenewalNoticeProps {
  /** Formatted; undefined when not known. */
  amount?: string;
  years: 1 | 2;
  /** ISO 8601. */
  date: string;
  timezone: string;
}

export function RenewalNotice({ amount, years, date, timezone }: RenewalNoticeProps) {
  const t = useTranslate();
  const { language } = usePage();
  const day = dateFormat(language, { dateStyle: 'long', timeZone: timezone }).format(new Date(date));
  return (
    <section className="renewal" aria-labelledby="renewal-title">
      <h2 id="renewal-title">{t('checkout:renewal.title')}</h2>
      <p>
        {amount
          ? t(`checkout:renewal.text.${years}`, { amount, date: day })
          : t(`checkout:renewal.textWithoutAmount.${years}`, { date: day })}
      </p>
      <p>{t('checkout:renewal.cancel')}</p>
    </section>
  );
}
