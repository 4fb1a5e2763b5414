import { PASSWORD_RULES } from '~/domain/password-rules';
import { useTranslate } from '~/components/page/use-translate';

export interface PasswordHelpProps {
  /** The ids of the plain inputs and of the list of rules. */
  input: string;
  username: string;
  rules: string;
  /** The account's e-mail, which the password must not equal. */
  email: string;
  startsShown: boolean;
  texts: {
    show: string;
    hide: string;
    showLabel: string;
    hideLabel: string;
    shown: string;
    hidden: string;
    met: string;
    unmet: string;
    /** The announcement for each number of met rules, from none to all. */
    progress: string[];
  };
}

interface Props extends Pick<PasswordHelpProps, 'input' | 'username' | 'email' | 'startsShown'> {
  rules: string;
}

/** The empty element where the show/hide button mounts. The script also marks the rules in the list. */
export function PasswordHelp(props: Props) {
  const t = useTranslate();
  const all = PASSWORD_RULES.length;
  const text = (name: Exclude<keyof PasswordHelpProps['texts'], 'progress'>) => t(`parent:credentials.reveal.${name}`);
  const given: PasswordHelpProps = {
    ...props,
    texts: {
      show: text('show'),
      hide: text('hide'),
      showLabel: text('showLabel'),
      hideLabel: text('hideLabel'),
      shown: text('shown'),
      hidden: text('hidden'),
      met: text('met'),
      unmet: text('unmet'),
      progress: Array.from({ length: all + 1 }, (_, met) =>
        met === all ? t('parent:credentials.allRulesMet') : t('parent:credentials.rulesMet', { met, all }),
      ),
    },
  };
  return <div className="password-help" data-enhance="password-help" data-props={JSON.stringify(given)} />;
}
