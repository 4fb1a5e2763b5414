import { needsReferralText, REFERRALS } from '~/reference/referrals';
import { SelectField, TextField, type AnyField } from './field';
import { useTranslate } from '~/components/page/use-translate';

interface ReferralFieldsProps {
  fields: Record<'referral' | 'referralOther', AnyField>;
  label: string;
}

/** The text is always in the page. Browsers with `:has()` show it where its answer is chosen, or where it holds a text or an error. */
export function ReferralFields({ fields, label }: ReferralFieldsProps) {
  const t = useTranslate();
  return (
    <div className="referral">
      <SelectField
        field={fields.referral}
        label={label}
        placeholder={t('common:choose')}
        options={REFERRALS.map((value) => ({ value, name: t(`checkout:referrals.${value}`) }))}
        autoComplete="off"
      />
      <TextField
        field={fields.referralOther}
        label={t('checkout:fields.referralOther')}
        hint={t('checkout:billing.referralOtherHint')}
        required={needsReferralText(String(fields.referral.initialValue ?? ''))}
        autoComplete="off"
        placeholder=" "
        className="extra extra-text"
      />
    </div>
  );
}
