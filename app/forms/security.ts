import { z } from 'zod';
import { LENGTHS } from '~/domain/limits';
import { fitsLength } from '~/domain/typed-text';
import { hasSecurityCharacters, isDigits, isSameSecurityText, isSecurityCode } from '~/domain/security-info';
import { ifFilled, isFilled, line, REQUIRED } from './fields';

const securityText = () =>
  line()
    // Spanish opens a question with ¿, which is not an allowed character, so it is removed.
    .overwrite((text) => text.replaceAll('¿', '').trim())
    .refine(isFilled, REQUIRED)
    .refine(
      ifFilled((text) => fitsLength(text, LENGTHS.securityText)),
      'errors:securityLength',
    )
    .refine(hasSecurityCharacters, 'errors:securityCharacters');

/** Text, because a code may begin with zeros. */
const securityCode = () =>
  z
    .string(REQUIRED)
    .overwrite((text) => text.trim())
    .refine((text) => text !== '', REQUIRED)
    .refine(isDigits, 'errors:securityCodeDigits')
    .refine(
      ifFilled((text) => !isDigits(text) || isSecurityCode(text)),
      'errors:securityCodeLength',
    );

/** docs/rules.md, "Security question and code" */
export const securityFields = {
  securityQuestion: securityText(),
  securityAnswer: securityText(),
  securityCode: securityCode(),
  confirmCode: z.string(REQUIRED).overwrite((text) => text.trim()),
};

export interface SecurityAnswers {
  securityQuestion: string;
  securityAnswer: string;
  securityCode: string;
  confirmCode: string;
}

export function checkSecurity(form: Partial<SecurityAnswers>, context: z.core.$RefinementCtx<unknown>): void {
  const { securityQuestion = '', securityAnswer = '', securityCode = '', confirmCode } = form;
  const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
  const isSame = securityAnswer !== '' && isSameSecurityText(securityAnswer, securityQuestion);
  if (isSame) refuse('securityAnswer', 'errors:securityAnswerIsQuestion');
  if (confirmCode !== undefined && confirmCode !== securityCode) refuse('confirmCode', 'errors:securityCodeConfirm');
}
