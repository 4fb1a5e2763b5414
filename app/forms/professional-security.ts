import { z } from 'zod';
import { keysOf } from '~/domain/keys-of';
import { LENGTHS } from '~/domain/limits';
import { fitsLength } from '~/domain/typed-text';
import type { ProfessionalSecurity } from '~/domain/professional';
import { isDigits, isSecurityCode } from '~/domain/security-info';
import { ifFilled, DESPITE_FIELD_ERRORS } from './fields';
import { requiredDigits, requiredError, requiredField, ONLY_NUMBERS } from './professional-fields';

const ONLY_4 = 'professional:signup_only4_error';

/** docs/rules.md, "Limits" */
const secretLine = (field: string) =>
  requiredField(field).refine(
    ifFilled((text) => fitsLength(text, LENGTHS.securityText)),
    requiredError(field),
  );

const fields = {
  securityQuestion: secretLine('securityQuestion'),
  securityAnswer: secretLine('securityAnswer'),
  securityCode: requiredDigits('securityCode')
    .refine(isDigits, ONLY_NUMBERS)
    .refine(
      ifFilled((text) => !isDigits(text) || isSecurityCode(text)),
      ONLY_4,
    ),
  securityCodeConfirm: requiredDigits('securityCodeConfirm'),
};

/** The field names of the third step. */
export const PROFESSIONAL_SECURITY_FIELDS = keysOf(fields);

export const professionalSecuritySchema = z.object(fields).superRefine((form, context) => {
  if (form.securityCodeConfirm && form.securityCodeConfirm !== form.securityCode)
    context.addIssue({
      code: 'custom',
      path: ['securityCodeConfirm'],
      message: 'professional:signup_codeConfirm_error',
    });
}, DESPITE_FIELD_ERRORS) satisfies z.ZodType<ProfessionalSecurity>;
