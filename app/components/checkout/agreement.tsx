import { Checkbox, type AnyField } from '~/components/form/field';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';
import { renewalSentence, type Renewal } from '~/i18n/renewal-text';

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
          <TermsLinks />
        </>
      )}
      <Checkbox field={fields.marketingOptIn}>{t('checkout:consent.marketing')}</Checkbox>
    </>
  );
}

/** The terms that paying agrees to if no box is shown (docs/rules.md, "Terms and marketing"). */
export function PayingAgreement() {
  const t = useTranslate();
  const { links, supportEmail: email } = usePage();
  return (
    <>
      <p className="agree">
        {t('checkout:agreement.terms.before')} <a href={links.terms}>{t('common:footer.terms')}</a>{' '}
        {t('checkout:agreement.terms.between')} <a href={links.privacy}>{t('common:footer.privacy')}</a>.
      </p>
      <p className="agree">{t('checkout:agreement.news', { email })}</p>
    </>
  );
}

/** They open in a new tab, because Back would untick the boxes. */
function TermsLinks() {
  const { links } = usePage();
  const t = useTranslate();
  return (
    <p className="hint">
      <a href={links.terms} target="_blank" rel="noopener">
        {t('common:footer.terms')} {t('common:newTab')}
      </a>
      {' · '}
      <a href={links.privacy} target="_blank" rel="noopener">
        {t('common:footer.privacy')} {t('common:newTab')}
      </a>
    </p>
  );
}

export function RenewalNotice({ renewal }: { renewal: Renewal }) {
  const t = useTranslate();
  const { language, supportEmail: email } = usePage();
  return <p className="agree renewal">{renewalSentence(t, language, { ...renewal, email })}</p>;
}
