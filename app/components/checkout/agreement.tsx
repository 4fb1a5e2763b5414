import { Checkbox, type AnyField } from '~/components/form/field';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';
import { renewalText, type Renewal } from '~/i18n/renewal-text';

interface ConsentBoxesProps {
  fields: Record<'termsAndConditions' | 'marketingOptIn', AnyField>;
  /** False if the visitor has already agreed to them. */
  asksTerms?: boolean;
}

/** docs/rules.md, "Terms and marketing" */
export function ConsentBoxes({ fields, asksTerms = true }: ConsentBoxesProps) {
  const t = useTranslate();
  return (
    <>
      {asksTerms && (
        <>
          <Checkbox field={fields.termsAndConditions} required>
            {t('checkout:consent.terms')}
          </Checkbox>
          <TermsLinks keepsTyped />
        </>
      )}
      <Checkbox field={fields.marketingOptIn}>{t('checkout:consent.marketing')}</Checkbox>
    </>
  );
}

/** What paying agrees to if no box is shown (docs/rules.md, "Terms and marketing"). */
export function PayingAgreement({ renewal }: { renewal: Renewal }) {
  const t = useTranslate();
  const { language, supportEmail: email } = usePage();
  return (
    <>
      <p>{t('checkout:agreement.terms')}</p>
      <TermsLinks />
      <p className="hint">{t('checkout:agreement.back')}</p>
      <p>
        {t('checkout:agreement.renewal')} {renewalText(t, language, renewal)}{' '}
        {t('checkout:agreement.cancel', { email })}
      </p>
      <p>{t('checkout:agreement.news', { email })}</p>
    </>
  );
}

/** @param keepsTyped opens them in a new tab, because Back would lose the page's input */
function TermsLinks({ keepsTyped = false }: { keepsTyped?: boolean }) {
  const { links } = usePage();
  const t = useTranslate();
  const tab = keepsTyped ? { target: '_blank', rel: 'noopener' } : {};
  const told = keepsTyped && ` ${t('common:newTab')}`;
  return (
    <p className="hint">
      <a href={links.terms} {...tab}>
        {t('common:footer.terms')}
        {told}
      </a>
      {' · '}
      <a href={links.privacy} {...tab}>
        {t('common:footer.privacy')}
        {told}
      </a>
    </p>
  );
}

export function RenewalNotice({ renewal }: { renewal: Renewal }) {
  const t = useTranslate();
  const { language } = usePage();
  return (
    <section className="renewal" aria-labelledby="renewal-title">
      <h2 id="renewal-title">{t('checkout:renewal.title')}</h2>
      <p>{renewalText(t, language, renewal)}</p>
      <p>{t('checkout:renewal.cancel')}</p>
    </section>
  );
}
