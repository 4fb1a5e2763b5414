import { z } from 'zod';
import type { ProfessionalSecurity } from '~/domain/professional';
import { hasLength } from '~/domain/typed-text';
import { ifFilled, WITH_THE_OTHERS } from './fields';
import { digits, errorOf, filled, ONLY_NUMBERS } from './professional-fields';

const ONLY_4 = 'professional:signup_only4_error';

/** docs/rules.md, "Limits" */
const secretLine = (field: string) =>
  filled(field).refine(
    ifFilled((text) => hasLength(text, 5, 100)),
    errorOf(field),
  );

const fields = {
  securityQuestion: secretLine('securityQuestion'),
  securityAnswer: secretLine('securityAnswer'),
  securityCode: digits('securityCode')
    .refine(
      ifFilled((text) => /^[0-9]+$/.test(text)),
      ONLY_NUMBERS,
    )
    .refine((text) => !/^[0-9]+$/.test(text) || text.length === 4, ONLY_4),
  securityCodeConfirm: digits('securityCodeConfirm'),
};

export const PROFESSIONAL_SECURITY_FIELDS = Object.keys(fields) as (keyof typeof fields)[];

export const professionalSecuritySchema = z.object(fields).superRefine((form, context) => {
  if (form.securityCodeConfirm && form.securityCodeConfirm !== form.securityCode)
    context.addIssue({
      code: 'custom',
      path: ['securityCodeConfirm'],
      message: 'professional:signup_codeConfirm_error',
    });
}, WITH_THE_OTHERS) satisfies z.ZodType<ProfessionalSecurity>;
