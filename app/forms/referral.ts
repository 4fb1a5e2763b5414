import { z } from 'zod';
import { LENGTHS } from '~/domain/limits';
import { fitsLength } from '~/domain/typed-text';
import { isReferral, needsReferralText } from '~/reference/referrals';
import { lineOrBlank, optionalLine, REQUIRED, DESPITE_FIELD_ERRORS } from './fields';

/** Asked on parent A's billing form and parent B's credentials form. */
export const referralFields = { referral: lineOrBlank(), referralOther: optionalLine() };

export interface ReferralAnswers {
  referral: string;
  referralOther?: string;
}

export function checkReferral(
  { referral, referralOther }: ReferralAnswers,
  context: z.core.$RefinementCtx<unknown>,
): void {
  const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
  if (!referral) return refuse('referral', REQUIRED);
  if (!isReferral(referral)) return refuse('referral', 'errors:referral');
  if (!needsReferralText(referral)) return;
  if (!referralOther) return refuse('referralOther', REQUIRED);
  if (!fitsLength(referralOther, LENGTHS.referralText)) refuse('referralOther', 'errors:referralOtherLength');
}

/** Keeps the text only where the choice asks for it. */
export function normaliseReferral<Form extends ReferralAnswers>(form: Form): Form {
  return { ...form, referralOther: needsReferralText(form.referral) ? form.referralOther : undefined };
}

export const referralSchema = z
  .object(referralFields)
  .superRefine(checkReferral, DESPITE_FIELD_ERRORS)
  .overwrite(normaliseReferral);
