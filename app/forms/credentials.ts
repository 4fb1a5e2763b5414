import { z } from 'zod';
import { passwordRules } from '~/domain/password-rules';
import { cleanLine } from '~/domain/typed-text';
import { USERNAME_RULES, type UsernameRule } from '~/domain/username-rules';
import { ifFilled, REQUIRED, DESPITE_FIELD_ERRORS } from './fields';
import { postedFields } from './posted-fields';

const USERNAME_REQUIRED = 'errors:validUsernameNone_error';

const ruleCheck = (rule: UsernameRule) => [ifFilled(USERNAME_RULES[rule]), `errors:${rule}`] as const;

const username = z
  .string(USERNAME_REQUIRED)
  .overwrite(cleanLine)
  .refine((text) => text !== '', USERNAME_REQUIRED)
  .refine(...ruleCheck('validUsernameLength_error'))
  .refine(...ruleCheck('validUsernameAtSymbol_error'))
  .refine(...ruleCheck('validUsernameRequirement_error'));

/** The username of a form, whatever else is wrong with it. Undefined where it is missing or breaks a rule. */
export function findUsername(form: FormData): string | undefined {
  const parsed = username.safeParse(form.get('username') || undefined);
  return parsed.success ? parsed.data : undefined;
}

export const credentialsFields = { username, password: z.string(REQUIRED) };

const fields = z.object(credentialsFields);

/** The password is kept as typed; every broken rule is an error of its own. @param email the account's, which the password must differ from */
export function credentialsSchema({ email }: { email: string }) {
  return postedFields(fields).superRefine((form, context) => checkPassword(form, email, context), DESPITE_FIELD_ERRORS);
}

export function checkPassword(
  { username: name = '', password }: Partial<Credentials>,
  email: string,
  context: z.core.$RefinementCtx<unknown>,
): void {
  if (password === undefined) return;
  for (const { key, met } of passwordRules(password, name, email)) {
    if (!met) context.addIssue({ code: 'custom', path: ['password'], message: `errors:${key}` });
  }
}

export type Credentials = z.output<typeof fields>;
