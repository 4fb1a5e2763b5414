import { z } from 'zod';
import { LENGTHS } from '~/domain/limits';
import { fitsLength } from '~/domain/typed-text';
import { isReferral, needsReferralText } from '~/reference/referrals';
import { lineOrBlank, optionalLine, REQUIRED, WITH_THE_OTHERS } from './fields';

/** How a parent first heard of the product: on parent A's billing form and parent B's credentials form. */
export const referralFields = { referral: lineOrBlank(), referralOther: optionalLine() };

export interface ReferralAnswers {
  referral: string;
  referralOther?: string;
}

/** The rules over both fields, for a form that holds them beside others. */
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

/** The answers that are kept: the text only where the choice asks for it. */
export function keepReferral<Form extends ReferralAnswers>(form: Form): Form {
  return { ...form, referralOther: needsReferralText(form.referral) ? form.referralOther : undefined };
}

/** The question as a form of its own. */
export const referralSchema = z
  .object(referralFields)
  .superRefine(checkReferral, WITH_THE_OTHERS)
  .overwrite(keepReferral);
