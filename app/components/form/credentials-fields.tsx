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
  const errors = fields.password.errors ?? [];
  const broken = PASSWORD_RULES.filter((rule) => errors.includes(`errors:${rule}`));
  // The list then marks what the rejected password lacked, so its errors are not repeated above it.
  const isBroken = broken.length > 0 && broken.length === errors.length;
  return (
    <>
      <FormField {...of('username')} />
      <UsernameCheck input={fields.username.id} />
      <FormField
        {...of('password')}
        describedBy={RULES_ID}
        isErrorInChecklist={isBroken}
        checklist={
          <div className="rules" id={RULES_ID}>
            <p className={isBroken ? 'field-error' : 'hint'}>{t('parent:credentials.passwordHint')}</p>
            <ul>
              {PASSWORD_RULES.map((rule) => (
                <li key={rule} data-met={isBroken ? !broken.includes(rule) : undefined}>
                  {t(`parent:credentials.rules.${rule}`)}
                </li>
              ))}
            </ul>
          </div>
        }
      />
      <PasswordHelp
        input={fields.password.id}
        username={fields.username.id}
        rules={RULES_ID}
        email={email}
        startsShown={passwordStartsShown}
      />
    </>
  );
}
