import { z } from 'zod';
import type { ProfessionalSecurity } from '~/domain/professional';
import { hasLength } from '~/domain/typed-text';
import { ifFilled, DESPITE_FIELD_ERRORS } from './fields';
import { requiredDigits, requiredError, requiredField, ONLY_NUMBERS } from './professional-fields';

const ONLY_4 = 'professional:signup_only4_error';

/** docs/rules.md, "Limits" */
const secretLine = (field: string) =>
  requiredField(field).refine(
    ifFilled((text) => hasLength(text, 5, 100)),
    requiredError(field),
  );

const fields = {
  securityQuestion: secretLine('securityQuestion'),
  securityAnswer: secretLine('securityAnswer'),
  securityCode: requiredDigits('securityCode')
    .refine(
      ifFilled((text) => /^[0-9]+$/.test(text)),
      ONLY_NUMBERS,
    )
    .refine((text) => !/^[0-9]+$/.test(text) || text.length === 4, ONLY_4),
  securityCodeConfirm: requiredDigits('securityCodeConfirm'),
};

export const PROFESSIONAL_SECURITY_FIELDS = Object.keys(fields) as (keyof typeof fields)[];

export const professionalSecuritySchema = z.object(fields).superRefine((form, context) => {
  if (form.securityCodeConfirm && form.securityCodeConfirm !== form.securityCode)
    context.addIssue({
      code: 'custom',
      path: ['securityCodeConfirm'],
      message: 'professional:signup_codeConfirm_error',
    });
}, DESPITE_FIELD_ERRORS) satisfies z.ZodType<ProfessionalSecurity>;
