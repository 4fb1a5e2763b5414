import { z } from 'zod';
import { passwordRules } from '~/domain/password-rules';
import { cleanLine } from '~/domain/typed-text';
import { ifFilled, REQUIRED, WITH_THE_OTHERS } from './fields';

const NONE = 'errors:validUsernameNone_error';

const username = z
  .string(NONE)
  .overwrite(cleanLine)
  .refine((text) => text !== '', NONE)
  .refine(
    ifFilled((text) => text.length >= 6 && text.length <= 30),
    'errors:validUsernameLength_error',
  )
  .refine((text) => !text.includes('@'), 'errors:validUsernameAtSymbol_error')
  .refine((text) => /^[A-Za-z0-9_,.@'-]*$/.test(text), 'errors:validUsernameRequirement_error');

const fields = z.object({ username, password: z.string(REQUIRED) });

/**
 * The choice of username and password. The password is kept as typed, and every rule it breaks is an error of its own.
 * @param email the account's, which the password must not be
 */
export function credentialsSchema({ email }: { email: string }) {
  return fields.superRefine((form, context) => {
    if (form.password === undefined) return;
    for (const { key, met } of passwordRules(form.password, form.username ?? '', email)) {
      if (!met) context.addIssue({ code: 'custom', path: ['password'], message: `errors:${key}` });
    }
  }, WITH_THE_OTHERS);
}

export type Credentials = z.output<typeof fields>;
