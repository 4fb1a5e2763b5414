import { z } from 'zod';
import { LENGTHS } from '~/domain/limits';
import { fitsLength } from '~/domain/typed-text';
import { hasSecurityCharacters, isDigits, isSameSecurityText, isSecurityCode } from '~/domain/security-info';
import { ifFilled, isFilled, line, REQUIRED } from './fields';

const securityText = () =>
  line()
    // Spanish opens a question with a mark that is not among the allowed ones: it is taken away, as curly quotes are made straight.
    .overwrite((text) => text.replaceAll('¿', '').trim())
    .refine(isFilled, REQUIRED)
    .refine(
      ifFilled((text) => fitsLength(text, LENGTHS.securityText)),
      'errors:securityLength',
    )
    .refine(hasSecurityCharacters, 'errors:securityCharacters');

/** Four digits, kept as text: a code may begin with noughts. */
const code = () =>
  z
    .string(REQUIRED)
    .overwrite((text) => text.trim())
    .refine((text) => text !== '', REQUIRED)
    .refine(isDigits, 'errors:securityCodeDigits')
    .refine(
      ifFilled((text) => !isDigits(text) || isSecurityCode(text)),
      'errors:securityCodeLength',
    );

/** A parent's security question, its answer and the code (docs/rules.md, "Security question and code"). */
export const securityFields = {
  securityQuestion: securityText(),
  securityAnswer: securityText(),
  securityCode: code(),
  confirmCode: z.string(REQUIRED).overwrite((text) => text.trim()),
};

export interface SecurityAnswers {
  securityQuestion: string;
  securityAnswer: string;
  securityCode: string;
  confirmCode: string;
}

/** The rules over several of the fields, for a form that holds them beside others. */
export function checkSecurity(form: Partial<SecurityAnswers>, context: z.core.$RefinementCtx<unknown>): void {
  const { securityQuestion = '', securityAnswer = '', securityCode = '', confirmCode } = form;
  const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
  const isSame = securityAnswer !== '' && isSameSecurityText(securityAnswer, securityQuestion);
  if (isSame) refuse('securityAnswer', 'errors:securityAnswerIsQuestion');
  if (confirmCode !== undefined && confirmCode !== securityCode) refuse('confirmCode', 'errors:securityCodeConfirm');
}
