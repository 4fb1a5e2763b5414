import { PASSWORD_RULES } from '~/domain/password-rules';
import type { Translate } from '~/i18n/translator';
import { TextField, type AnyField } from './field';
import { useTranslate } from './use-translate';

/** Username and password, with the rules of both where they can be read before typing. */
export function CredentialsFields({ fields }: { fields: Record<'username' | 'password', AnyField> }) {
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
      <TextField
        field={fields.password}
        label={labels.password}
        hint={t('parent:credentials.passwordHint')}
        type="password"
        autoComplete="new-password"
      />
      <ul className="rules">
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
