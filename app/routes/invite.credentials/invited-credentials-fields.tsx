import type { Translate } from '~/i18n/translator';
import { CredentialsFields, credentialsLabels } from '~/components/form/credentials-fields';
import { TextField, type AnyField } from '~/components/form/field';
import { ReferralFields } from '~/components/form/referral-fields';
import { useTranslate } from '~/components/page/use-translate';

export interface InvitedCredentialsForm {
  referral: string;
  referralOther?: string;
  securityQuestion: string;
  securityAnswer: string;
  securityCode: string;
  confirmCode: string;
  username: string;
  password: string;
  termsAndConditions?: string;
  marketingOptIn?: string;
  stay?: string;
}

type Fields = Record<keyof InvitedCredentialsForm, AnyField>;

interface InvitedCredentialsProps {
  fields: Fields;
  /** The account's, which the password must differ from. */
  email: string;
  passwordStartsShown: boolean;
  /** The name that the Check button was pressed for, if it can be had. */
  availableUsername?: string;
}

/** The username comes first: checking it loads the page anew, and no page gives secrets back. */
export function InvitedCredentialsFields({ fields, ...credentials }: InvitedCredentialsProps) {
  const t = useTranslate();
  const labels = invitedCredentialsLabels(t);
  return (
    <>
      <fieldset className="group">
        <legend>{t('invite:credentials.logInWith')}</legend>
        <CredentialsFields fields={fields} checkHint={t('invite:credentials.checkFirst')} {...credentials} />
      </fieldset>
      <ReferralFields fields={fields} label={labels.referral} />
      <fieldset className="group">
        <legend>{t('invite:security.legend')}</legend>
        <p className="hint">{t('invite:security.text')}</p>
        <TextField
          field={fields.securityQuestion}
          label={labels.securityQuestion}
          hint={t('invite:security.questionHint')}
          autoComplete="off"
        />
        <TextField field={fields.securityAnswer} label={labels.securityAnswer} autoComplete="off" spellCheck={false} />
        <div className="field-row">
          <CodeField field={fields.securityCode} label={labels.securityCode} hint={t('invite:security.codeHint')} />
          <CodeField field={fields.confirmCode} label={labels.confirmCode} />
        </div>
      </fieldset>
    </>
  );
}

function CodeField(props: { field: AnyField; label: string; hint?: string }) {
  return <TextField {...props} type="password" inputMode="numeric" autoComplete="off" maxLength={4} />;
}

export function invitedCredentialsLabels(t: Translate) {
  return {
    ...credentialsLabels(t),
    referral: t('invite:credentials.referral'),
    referralOther: t('checkout:fields.referralOther'),
    securityQuestion: t('invite:security.question'),
    securityAnswer: t('invite:security.answer'),
    securityCode: t('invite:security.code'),
    confirmCode: t('invite:security.confirmCode'),
    termsAndConditions: t('checkout:consent.label'),
  };
}
