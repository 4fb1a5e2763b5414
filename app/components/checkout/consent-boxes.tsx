import { Checkbox, type AnyField } from '~/components/form/field';
import { useTranslate } from '~/components/page/use-translate';
import { TermsLinks } from './terms-links';

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
          <TermsLinks keepsTyped />
        </>
      )}
      <Checkbox field={fields.marketingOptIn}>{t('checkout:consent.marketing')}</Checkbox>
    </>
  );
}
