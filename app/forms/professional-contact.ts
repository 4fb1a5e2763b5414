import { z } from 'zod';
import { keysOf } from '~/domain/keys-of';
import { isEmail } from '~/domain/email';
import { LENGTHS, MAX_EXTENSION_DIGITS } from '~/domain/limits';
import { cleanPhone, isPhone, nationalDigits } from '~/domain/phone';
import type { ProfessionalContact } from '~/domain/professional';
import { isDigits } from '~/domain/security-info';
import { cleanLine, fitsLength } from '~/domain/typed-text';
import { ifFilled, DESPITE_FIELD_ERRORS } from './fields';
import {
  requiredChoice,
  requiredDigits,
  DROPDOWN,
  requiredError,
  requiredField,
  ONLY_NUMBERS,
  optionalSignupLine,
  requiredSignupLine,
} from './professional-fields';

const isNumber = (text: string) => /^\+?[0-9]+$/.test(text);

const fields = {
  title: optionalSignupLine(),
  firstName: requiredSignupLine('firstName'),
  lastName: requiredSignupLine('lastName'),
  credentials: optionalSignupLine(),
  email: requiredField('email').refine(ifFilled(isEmail), requiredError('email')),
  phoneCountryCode: requiredChoice(),
  phoneNumber: requiredDigits('phoneNumber')
    .refine(ifFilled(isNumber), ONLY_NUMBERS)
    .refine((text) => text === '' || !isNumber(text) || isPhone(text), 'errors:phoneLength'),
  phoneExtension: z
    .string(ONLY_NUMBERS)
    .overwrite(cleanPhone)
    .refine((text) => isDigits(text) && text.length <= MAX_EXTENSION_DIGITS, ONLY_NUMBERS)
    .optional()
    .transform((text) => (text === '' ? undefined : text)),
  hearAboutUs: requiredChoice(),
  referralBenchOfficerName: optionalSignupLine(),
  referralBenchOfficerPosition: optionalSignupLine(),
  referralColleagueName: optionalSignupLine(),
  referralColleagueRole: optionalSignupLine(),
  referralOtherExplain: z
    .string(requiredError('referralOtherExplain'))
    .overwrite(cleanLine)
    .optional()
    .transform((text) => (text === '' ? undefined : text)),
};

type ContactForm = z.output<z.ZodObject<typeof fields>>;

/** The field names of the first step. */
export const PROFESSIONAL_CONTACT_FIELDS = keysOf(fields);

/** The extra fields each answer asks for. Those of other answers are dropped. */
const FOLLOW_UP_FIELDS: Record<string, readonly (keyof ContactForm)[]> = {
  BENCH_OFFICER: ['referralBenchOfficerName', 'referralBenchOfficerPosition'],
  COLLEAGUE: ['referralColleagueName', 'referralColleagueRole'],
  OTHER: ['referralOtherExplain'],
};
const SELECT_FIELDS: readonly (keyof ContactForm)[] = ['referralBenchOfficerPosition', 'referralColleagueRole'];

/** docs/rules.md, "Professional contact" */
export const professionalContactSchema = z
  .object(fields)
  .superRefine((form, context) => {
    for (const field of followUpFieldsOf(form)) {
      if (!form[field])
        context.addIssue({
          code: 'custom',
          path: [field],
          message: SELECT_FIELDS.includes(field) ? DROPDOWN : requiredError(field),
        });
    }
    if (
      form.hearAboutUs === 'OTHER' &&
      form.referralOtherExplain &&
      !fitsLength(form.referralOtherExplain, LENGTHS.referralText)
    )
      context.addIssue({
        code: 'custom',
        path: ['referralOtherExplain'],
        message: 'professional:signup_max200_error',
      });
  }, DESPITE_FIELD_ERRORS)
  .overwrite((form) => {
    const kept = followUpFieldsOf(form);
    const dropped = Object.values(FOLLOW_UP_FIELDS)
      .flat()
      .filter((field) => !kept.includes(field));
    return {
      ...form,
      ...Object.fromEntries(dropped.map((field) => [field, undefined])),
      phoneNumber: nationalDigits(form.phoneCountryCode, form.phoneNumber),
    };
  }) satisfies z.ZodType<ProfessionalContact>;

function followUpFieldsOf({ hearAboutUs }: ContactForm): readonly (keyof ContactForm)[] {
  return (Object.hasOwn(FOLLOW_UP_FIELDS, hearAboutUs) && FOLLOW_UP_FIELDS[hearAboutUs]) || [];
}
