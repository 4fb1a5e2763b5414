import type { Translate } from '~/i18n/translator';
import { CredentialsFields } from '~/components/form/credentials-fields';
import { labelsOf, SectionFields, type AnyField } from '~/components/form/field';
import { ReferralFields } from '~/components/form/referral-fields';
import { useTranslate } from '~/components/page/use-translate';
import { INVITED_CREDENTIALS, SECURITY_CODE, SECURITY_QUESTION, type InvitedCredentials } from '~/steps/credentials';

interface InvitedCredentialsProps {
  fields: Record<keyof InvitedCredentials, AnyField>;
  /** The e-mail typed in this browser, which the password must differ from; empty if none was typed. */
  email: string;
  passwordStartsShown: boolean;
}

export function InvitedCredentialsFields({ fields, ...credentials }: InvitedCredentialsProps) {
  const t = useTranslate();
  return (
    <>
      <fieldset className="group">
        <legend>{t('invite:credentials.logInWith')}</legend>
        <CredentialsFields fields={fields} {...credentials} />
      </fieldset>
      <fieldset className="group">
        <legend>{t('invite:security.legend')}</legend>
        <p className="hint">{t('invite:security.text')}</p>
        <SectionFields rows={SECURITY_QUESTION.fields} fields={fields} />
        <SectionFields rows={SECURITY_CODE.fields} fields={fields} />
      </fieldset>
      <div className="group">
        <ReferralFields fields={fields} label={t('invite:credentials.referral')} />
      </div>
    </>
  );
}

export function invitedCredentialsLabels(t: Translate) {
  return { ...labelsOf(INVITED_CREDENTIALS.fields, t), referral: t('invite:credentials.referral') };
}
