import { z } from 'zod';
import { keysOf } from '~/domain/keys-of';
import { LENGTHS } from '~/domain/limits';
import { fitsLength } from '~/domain/typed-text';
import type { ProfessionalSecurity } from '~/domain/professional';
import { isDigits, isSecurityCode } from '~/domain/security-info';
import { ifFilled, WITH_THE_OTHERS } from './fields';
import { digits, errorOf, filled, ONLY_NUMBERS } from './professional-fields';

const ONLY_4 = 'professional:signup_only4_error';

/** Its length is in docs/rules.md, "Limits". */
const secretLine = (field: string) =>
  filled(field).refine(
    ifFilled((text) => fitsLength(text, LENGTHS.securityText)),
    errorOf(field),
  );

const fields = {
  securityQuestion: secretLine('securityQuestion'),
  securityAnswer: secretLine('securityAnswer'),
  securityCode: digits('securityCode')
    .refine(isDigits, ONLY_NUMBERS)
    .refine(
      ifFilled((text) => !isDigits(text) || isSecurityCode(text)),
      ONLY_4,
    ),
  securityCodeConfirm: digits('securityCodeConfirm'),
};

/** The field names of the third step. */
export const PROFESSIONAL_SECURITY_FIELDS = keysOf(fields);

/** The third step: what support asks a professional who calls. */
export const professionalSecuritySchema = z.object(fields).superRefine((form, context) => {
  if (form.securityCodeConfirm && form.securityCodeConfirm !== form.securityCode)
    context.addIssue({
      code: 'custom',
      path: ['securityCodeConfirm'],
      message: 'professional:signup_codeConfirm_error',
    });
}, WITH_THE_OTHERS) satisfies z.ZodType<ProfessionalSecurity>;
