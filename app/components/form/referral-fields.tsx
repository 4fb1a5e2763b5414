import { needsReferralText, REFERRALS } from '~/reference/referrals';
import { REFERRAL } from '~/steps/referral';
import { fieldsOf, FormField, type AnyField } from './field';
import { useTranslate } from '~/components/page/use-translate';

interface ReferralFieldsProps {
  fields: Record<'referral' | 'referralOther', AnyField>;
  /** Replaces the row's label. */
  label?: string;
}

/**
 * The text field is always in the page. Browsers with `:has()` show it only while its answer is selected, or while it contains text or an
 * error.
 */
export function ReferralFields({ fields, label }: ReferralFieldsProps) {
  const t = useTranslate();
  const of = fieldsOf(REFERRAL.fields, fields);
  return (
    <div className="referral">
      <FormField
        {...of('referral')}
        {...(label && { label })}
        options={REFERRALS.map((value) => ({ value, name: t(`checkout:referrals.${value}`) }))}
      />
      <FormField
        {...of('referralOther')}
        required={needsReferralText(String(fields.referral.initialValue ?? ''))}
        placeholder=" "
        className="extra extra-text"
      />
    </div>
  );
}
