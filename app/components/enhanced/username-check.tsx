import { BASE_PATH } from '~/domain/base-path';
import { USERNAME_RULES, type UsernameRule } from '~/domain/username-rules';
import { useTranslate } from '~/components/page/use-translate';

export interface UsernameCheckProps {
  /** The id of the plain input. */
  input: string;
  /** The URL of the look-up. */
  lookup: string;
  texts: Record<UsernameRule | 'available' | 'unavailable' | 'unknown' | 'checking', string>;
}

/** The empty element for a message about the username, before the form is sent. */
export function UsernameCheck({ input }: { input: string }) {
  const t = useTranslate();
  const rules = Object.keys(USERNAME_RULES) as UsernameRule[];
  const props: UsernameCheckProps = {
    input,
    lookup: `${BASE_PATH}/lookup/username`,
    texts: {
      ...(Object.fromEntries(rules.map((rule) => [rule, t(`errors:${rule}`)])) as Record<UsernameRule, string>),
      available: t('parent:credentials.available'),
      unavailable: t('errors:usernameUnavailable'),
      unknown: t('parent:credentials.notChecked'),
      checking: t('parent:credentials.checking'),
    },
  };
  return <div data-enhance="username-check" data-props={JSON.stringify(props)} />;
}
