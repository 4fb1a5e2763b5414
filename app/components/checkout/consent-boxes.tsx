import { Checkbox, type AnyField } from '~/components/form/field';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';

interface ConsentBoxesProps {
  fields: Record<'termsAndConditions' | 'marketingOptIn', AnyField>;
  /** False when they were agreed to before. */
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

/** Opens in a new tab, so that nothing typed is lost. */
function TermsLinks() {
  const { links } = usePage();
  const t = useTranslate();
  return (
    <p className="hint">
      <a href={links.terms} target="_blank" rel="noopener">
        {t('common:footer.terms')}
      </a>
      {' · '}
      <a href={links.privacy} target="_blank" rel="noopener">
        {t('common:footer.privacy')}
      </a>
    </p>
  );
}
