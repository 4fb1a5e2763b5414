import { PASSWORD_RULES } from '~/domain/password-rules';
import { CREDENTIALS } from '~/steps/credentials';
import { fieldsOf, FormField, type AnyField } from './field';
import { PasswordHelp } from '~/components/enhanced/password-help';
import { useTranslate } from '~/components/page/use-translate';
import { UsernameCheck } from '~/components/enhanced/username-check';

const RULES_ID = 'password-rules';

interface CredentialsFieldsProps {
  fields: Record<'username' | 'password', AnyField>;
  /** The account's e-mail, which the password must differ from. */
  email: string;
  /** Needs the script. */
  passwordStartsShown: boolean;
}

export function CredentialsFields({ fields, email, passwordStartsShown }: CredentialsFieldsProps) {
  const t = useTranslate();
  const of = fieldsOf(CREDENTIALS.fields, fields);
  return (
    <>
      <FormField {...of('username')} />
      <UsernameCheck input={fields.username.id} />
      <FormField {...of('password')} describedBy={RULES_ID} />
      <PasswordHelp
        input={fields.password.id}
        username={fields.username.id}
        rules={RULES_ID}
        email={email}
        startsShown={passwordStartsShown}
      />
      <div className="rules" id={RULES_ID}>
        <p className="hint">{t('parent:credentials.passwordHint')}</p>
        <ul>
          {PASSWORD_RULES.map((rule) => (
            <li key={rule}>{t(`parent:credentials.rules.${rule}`)}</li>
          ))}
        </ul>
      </div>
    </>
  );
}
