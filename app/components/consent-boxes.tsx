import { Checkbox, type AnyField } from './field';
import { usePage } from './page-context';
import { useTranslate } from './use-translate';

/** The terms, which have to be agreed to, and news by email, which may be (spec, section 5, "Card, codes, consent"). */
export function ConsentBoxes({ fields }: { fields: Record<'termsAndConditions' | 'marketingOptIn', AnyField> }) {
  const { links } = usePage();
  const t = useTranslate();
  return (
    <>
      <Checkbox field={fields.termsAndConditions} required>
        {t('checkout:consent.terms')}
      </Checkbox>
      <p className="hint">
        <a href={links.terms} target="_blank" rel="noopener">
          {t('common:footer.terms')}
        </a>
        {' · '}
        <a href={links.privacy} target="_blank" rel="noopener">
          {t('common:footer.privacy')}
        </a>
      </p>
      <Checkbox field={fields.marketingOptIn}>{t('checkout:consent.marketing')}</Checkbox>
    </>
  );
}
