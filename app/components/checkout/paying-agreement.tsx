import { dateFormat } from '~/i18n/formats';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';
import type { RenewalNotice } from './renewal-notice';
import { TermsLinks } from './terms-links';

/** What Pay now agrees to where no box is asked for (docs/rules.md, "Terms and marketing"). */
export function PayingAgreement({ amount, years, date, timezone }: Parameters<typeof RenewalNotice>[0]) {
  const t = useTranslate();
  const { language, supportEmail: email } = usePage();
  const day = dateFormat(language, { dateStyle: 'long', timeZone: timezone }).format(new Date(date));
  return (
    <>
      <p>{t('checkout:agreement.terms')}</p>
      <TermsLinks />
      <p className="hint">{t('checkout:agreement.back')}</p>
      <p>
        {amount
          ? t(`checkout:agreement.renewal.${years}`, { amount, date: day, email })
          : t(`checkout:agreement.renewalWithoutAmount.${years}`, { date: day, email })}
      </p>
      <p>{t('checkout:agreement.news', { email })}</p>
    </>
  );
}
