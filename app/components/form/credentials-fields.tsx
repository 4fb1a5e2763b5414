import { PASSWORD_RULES } from '~/domain/password-rules';
import type { Translate } from '~/i18n/translator';
import { TextField, type AnyField } from './field';
import { PasswordHelp } from '~/components/enhanced/password-help';
import { useTranslate } from '~/components/page/use-translate';
import { UsernameCheck } from '~/components/enhanced/username-check';

const RULES_ID = 'password-rules';

interface CredentialsFieldsProps {
  fields: Record<'username' | 'password', AnyField>;
  /** The account's, which the password must differ from. */
  email: string;
  /** Needs the script. */
  passwordStartsShown: boolean;
}

export function CredentialsFields({ fields, email, passwordStartsShown }: CredentialsFieldsProps) {
  const t = useTranslate();
  const labels = credentialsLabels(t);
  return (
    <>
      <TextField
        field={fields.username}
        label={labels.username}
        hint={t('parent:credentials.usernameHint')}
        autoComplete="username"
        maxLength={30}
        spellCheck={false}
      />
      <UsernameCheck input={fields.username.id} />
      <TextField
        field={fields.password}
        label={labels.password}
        hint={t('parent:credentials.passwordHint')}
        type="password"
        autoComplete="new-password"
        spellCheck={false}
      />
      <PasswordHelp
        input={fields.password.id}
        username={fields.username.id}
        rules={RULES_ID}
        email={email}
        startsShown={passwordStartsShown}
      />
      <ul className="rules" id={RULES_ID}>
        {PASSWORD_RULES.map((rule) => (
          <li key={rule}>{t(`parent:credentials.rules.${rule}`)}</li>
        ))}
      </ul>
    </>
  );
}

export function credentialsLabels(t: Translate) {
  return { username: t('parent:credentials.username'), password: t('parent:credentials.password') };
}
