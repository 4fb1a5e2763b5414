import { z } from 'zod';
import { isEmail } from '~/domain/email';
import { cleanPhone, isPhone, nationalDigits } from '~/domain/phone';
import type { ProfessionalContact } from '~/domain/professional';
import { cleanLine, hasLength } from '~/domain/typed-text';
import { ifFilled, WITH_THE_OTHERS } from './fields';
import {
  choice,
  digits,
  DROPDOWN,
  errorOf,
  filled,
  ONLY_NUMBERS,
  optionalSignupLine,
  signupLine,
} from './professional-fields';

const isNumber = (text: string) => /^\+?[0-9]+$/.test(text);

const fields = {
  title: optionalSignupLine(),
  firstName: signupLine('firstName'),
  lastName: signupLine('lastName'),
  credentials: optionalSignupLine(),
  email: filled('email').refine(ifFilled(isEmail), errorOf('email')),
  phoneCountryCode: choice(),
  phoneNumber: digits('phoneNumber')
    .refine(ifFilled(isNumber), ONLY_NUMBERS)
    .refine((text) => text === '' || !isNumber(text) || isPhone(text), 'errors:phoneLength'),
  phoneExtension: z
    .string(ONLY_NUMBERS)
    .overwrite(cleanPhone)
    .refine((text) => /^[0-9]{0,10}$/.test(text), ONLY_NUMBERS)
    .optional()
    .transform((text) => (text === '' ? undefined : text)),
  hearAboutUs: choice(),
  referralBenchOfficerName: optionalSignupLine(),
  referralBenchOfficerPosition: optionalSignupLine(),
  referralColleagueName: optionalSignupLine(),
  referralColleagueRole: optionalSignupLine(),
  referralOtherExplain: z
    .string(errorOf('referralOtherExplain'))
    .overwrite(cleanLine)
    .optional()
    .transform((text) => (text === '' ? undefined : text)),
};

type ContactForm = z.output<z.ZodObject<typeof fields>>;

export const PROFESSIONAL_CONTACT_FIELDS = Object.keys(fields) as (keyof typeof fields)[];

/** The extra fields each answer asks for. Those of other answers are dropped. */
const EXTRAS: Record<string, readonly (keyof ContactForm)[]> = {
  BENCH_OFFICER: ['referralBenchOfficerName', 'referralBenchOfficerPosition'],
  COLLEAGUE: ['referralColleagueName', 'referralColleagueRole'],
  OTHER: ['referralOtherExplain'],
};
const CHOICES: readonly (keyof ContactForm)[] = ['referralBenchOfficerPosition', 'referralColleagueRole'];

/** docs/rules.md, "Professional contact" */
export const professionalContactSchema = z
  .object(fields)
  .superRefine((form, context) => {
    for (const field of extrasOf(form)) {
      if (!form[field])
        context.addIssue({
          code: 'custom',
          path: [field],
          message: CHOICES.includes(field) ? DROPDOWN : errorOf(field),
        });
    }
    if (form.hearAboutUs === 'OTHER' && !hasLength(form.referralOtherExplain ?? '', 0, 200))
      context.addIssue({
        code: 'custom',
        path: ['referralOtherExplain'],
        message: 'professional:signup_max200_error',
      });
  }, WITH_THE_OTHERS)
  .overwrite((form) => {
    const kept = extrasOf(form);
    const dropped = Object.values(EXTRAS)
      .flat()
      .filter((field) => !kept.includes(field));
    return {
      ...form,
      ...Object.fromEntries(dropped.map((field) => [field, undefined])),
      phoneNumber: nationalDigits(form.phoneCountryCode, form.phoneNumber),
    };
  }) satisfies z.ZodType<ProfessionalContact>;

function extrasOf({ hearAboutUs }: ContactForm): readonly (keyof ContactForm)[] {
  return Object.hasOwn(EXTRAS, hearAboutUs) ? EXTRAS[hearAboutUs]! : [];
}
