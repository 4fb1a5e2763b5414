import { Checkbox, type AnyField } from '~/components/form/field';
import { NEW_TAB, NewTabNote } from '~/components/form/new-tab';
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
            <TermsSentence of="consent" isNewTab />
          </Checkbox>
          <NewTabNote />
        </>
      )}
      <Checkbox field={fields.marketingOptIn}>{t('checkout:consent.marketing')}</Checkbox>
    </>
  );
}

/** The terms that paying agrees to if no box is shown (docs/rules.md, "Terms and marketing"). */
export function PayingAgreement() {
  return (
    <p className="agree">
      <TermsSentence of="agreement" />
    </p>
  );
}

/** News that the payment subscribes to if no box is shown. */
export function NewsNotice() {
  const t = useTranslate();
  const { supportEmail: email } = usePage();
  return (
    <p className="agree">
      {t('checkout:agreement.news.before')} <a href={`mailto:${email}`}>{t('checkout:agreement.news.link')}</a>.
    </p>
  );
}

interface TermsSentenceProps {
  of: 'consent' | 'agreement';
  /** Beside boxes, which Back would untick. */
  isNewTab?: boolean;
}

/** The sentence with links to what it agrees to. */
function TermsSentence({ of, isNewTab = false }: TermsSentenceProps) {
  const { links } = usePage();
  const t = useTranslate();
  const link = isNewTab ? NEW_TAB : {};
  return (
    <>
      {t(`checkout:${of}.terms.before`)}{' '}
      <a href={links.terms} {...link}>
        {t('common:footer.terms')}
      </a>{' '}
      {t(`checkout:${of}.terms.between`)}{' '}
      <a href={links.privacy} {...link}>
        {t('common:footer.privacy')}
      </a>
      .
    </>
  );
}

export function RenewalNotice({ renewal }: { renewal: Renewal }) {
  const t = useTranslate();
  const { language, supportEmail: email } = usePage();
  return <p className="agree renewal">{renewalSentence(t, language, { ...renewal, email })}</p>;
}
