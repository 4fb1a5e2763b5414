import { withAsciiDigits } from '~/domain/digits';
import { PASSWORD_LENGTH, LENGTHS, SECURITY_CODE_DIGITS, USERNAME_LENGTH } from '~/domain/limits';
import { passwordRules } from '~/domain/password-rules';
import {
  hasSecurityCharacters,
  isDigits,
  isSameSecurityText,
  isSecurityCode,
  isSecurityText,
} from '~/domain/security-info';
import { cleanLine, fitsLength } from '~/domain/typed-text';
import { USERNAME_RULES, type UsernameRule } from '~/domain/username-rules';
import type { TextKey } from '~/i18n/translator';
import { CONSENT } from './consent';
import { textField, tooLong, type Refuse } from './field';
import { normaliseReferral, REFERRAL } from './referral';
import { section, type AnswersOf } from './section';

const usernameRule = (rule: UsernameRule) => ({ holds: USERNAME_RULES[rule], error: `errors:${rule}` as const });

const GENERATED_PASSWORD = `minlength: ${PASSWORD_LENGTH.min}; maxlength: ${PASSWORD_LENGTH.max}; required: lower; required: digit; required: special;`;

const ACCOUNT = {
  username: textField(
    'parent:credentials.username',
    {
      autoComplete: 'username',
      hint: 'parent:credentials.usernameHint',
      right: 'ann.oneil',
      wrong: 'ann',
      missing: 'errors:validUsernameNone_error',
    },
    {
      rules: [
        usernameRule('validUsernameLength_error'),
        usernameRule('validUsernameAtSymbol_error'),
        usernameRule('validUsernameRequirement_error'),
      ],
      control: { maxLength: USERNAME_LENGTH.max, spellCheck: false },
    },
  ),
  /** Neither trimmed nor normalised. */
  password: textField(
    'parent:credentials.password',
    {
      autoComplete: 'new-password',
      right: 'correct-horse-7',
      wrong: 'too short',
      missing: 'errors:passwordMissing',
    },
    {
      clean: (text) => text,
      control: { type: 'password', spellCheck: false, passwordRules: GENERATED_PASSWORD },
      isSecret: true,
    },
  ),
};

interface AccountRules {
  /** The account's e-mail, which the password must differ from. */
  email: string;
}

export type Credentials = AnswersOf<typeof ACCOUNT>;

/** Username and password; every broken rule is a separate error. */
export const CREDENTIALS = section(ACCOUNT, {
  rules: (form, refuse, given?: AccountRules) => checkPassword(form, refuse, given),
});

function checkPassword({ username = '', password }: Partial<Credentials>, refuse: Refuse, given?: AccountRules): void {
  if (password === undefined || !given) return;
  for (const { key, met } of passwordRules(password, username, given.email))
    if (!met) refuse('password', { error: `errors:${key}` });
}

/** The username of a form, even if other fields are wrong. Undefined if it is missing or breaks a rule. */
export function findUsername(form: FormData): string | undefined {
  const parsed = ACCOUNT.username.schema.safeParse(form.get('username') || undefined);
  return parsed.success ? parsed.data : undefined;
}

const securityText = (label: TextKey, more: { right: string; missing: TextKey; hint?: TextKey; isSecret?: true }) => {
  const { isSecret, ...facts } = more;
  return textField(
    label,
    { autoComplete: 'off', wrong: tooLong(LENGTHS.securityText), ...facts },
    {
      // The opening marks of a Spanish question or exclamation are not allowed. The Spanish hint explains that they are removed.
      clean: (text) => cleanLine(text).replace(/[¿¡]/g, '').trim(),
      rules: [
        { holds: (text) => fitsLength(text, LENGTHS.securityText), error: 'errors:securityLength' },
        { holds: hasSecurityCharacters, error: 'errors:securityCharacters' },
        { holds: (text) => isSecurityText(text.trim()), fault: 'securityText' },
      ],
      ...(isSecret && { isSecret, control: { spellCheck: false } }),
    },
  );
};

const CODE = {
  clean: (text: string) => withAsciiDigits(text).trim(),
  control: { type: 'password', inputMode: 'numeric', maxLength: SECURITY_CODE_DIGITS },
  isSecret: true,
} as const;

/** docs/rules.md, "Security question and code" */
export const SECURITY_QUESTION = section(
  {
    securityQuestion: securityText('invite:security.question', {
      hint: 'invite:security.questionHint',
      right: 'Name of my first pet?',
      missing: 'errors:securityQuestionMissing',
    }),
    securityAnswer: securityText('invite:security.answer', {
      right: 'Maple the cat',
      missing: 'errors:securityAnswerMissing',
      isSecret: true,
    }),
  },
  {
    rules({ securityQuestion = '', securityAnswer = '' }, refuse) {
      if (securityAnswer !== '' && isSameSecurityText(securityAnswer, securityQuestion))
        refuse('securityAnswer', { error: 'errors:securityAnswerIsQuestion', fault: 'securityAnswer' });
    },
  },
);

export const SECURITY_CODE = section(
  {
    /** Text, because a code may begin with zeros. */
    securityCode: textField(
      'invite:security.code',
      { autoComplete: 'off', right: '0471', missing: 'errors:securityCodeMissing', isBeside: true },
      {
        ...CODE,
        rules: [
          { holds: isDigits, error: 'errors:securityCodeDigits', fault: 'onlyDigits' },
          {
            holds: (text) => !isDigits(text) || isSecurityCode(text),
            error: 'errors:securityCodeLength',
            fault: 'securityCode',
          },
        ],
      },
    ),
    confirmCode: textField(
      'invite:security.confirmCode',
      { autoComplete: 'off', right: '0471', wrong: '0472', missing: 'errors:confirmCodeMissing', isLast: true },
      CODE,
    ),
  },
  {
    rules({ securityCode = '', confirmCode }, refuse) {
      if (confirmCode !== undefined && confirmCode !== securityCode)
        refuse('confirmCode', { error: 'errors:securityCodeConfirm', fault: 'confirmCode' });
    },
  },
);

interface InvitedAccountRules extends AccountRules {
  asksTerms: boolean;
}

/** docs/rules.md, "Invited credentials" */
export const INVITED_CREDENTIALS = section(
  { ...ACCOUNT, ...SECURITY_QUESTION.fields, ...SECURITY_CODE.fields, ...REFERRAL.fields, ...CONSENT.fields },
  {
    rules(form, refuse, given?: InvitedAccountRules) {
      REFERRAL.check(form, refuse);
      SECURITY_QUESTION.check(form, refuse);
      SECURITY_CODE.check(form, refuse);
      checkPassword(form, refuse, given);
      if (given?.asksTerms && !form.termsAndConditions) refuse('termsAndConditions', { isMissing: true });
    },
    finish: normaliseReferral,
  },
);

export type InvitedCredentials = AnswersOf<typeof INVITED_CREDENTIALS.fields>;
