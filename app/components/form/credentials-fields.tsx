import { INTENTS } from '~/steps/intents';
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
  /** The Check button's hint about input that would be lost. Undefined omits the button, because the username is already set. */
  checkHint?: string;
  /** The name that the Check button was pressed for, if it is available. */
  availableUsername?: string;
}

export function CredentialsFields({
  fields,
  email,
  passwordStartsShown,
  checkHint,
  availableUsername,
}: CredentialsFieldsProps) {
  const t = useTranslate();
  const of = fieldsOf(CREDENTIALS.fields, fields);
  const { id } = fields.username;
  return (
    <>
      <div className={checkHint && 'with-check'}>
        <FormField {...of('username')} />
        {checkHint && (
          <button
            className="secondary"
            id={`${id}-button`}
            name="intent"
            value={INTENTS.checkUsername}
            aria-describedby={`${id}-first`}
            formNoValidate
          >
            {t('parent:credentials.check')}
          </button>
        )}
      </div>
      {availableUsername !== undefined && (
        // Takes the focus when the page opens, as an error summary does.
        <p className="field-good" id={`${id}-available`} role="status" tabIndex={-1} autoFocus>
          {t('parent:credentials.availableName', { username: availableUsername })}
        </p>
      )}
      <UsernameCheck input={id} />
      {checkHint && (
        <p className="hint check-first" id={`${id}-first`}>
          {checkHint}
        </p>
      )}
      <FormField {...of('password')} describedBy={RULES_ID} />
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
