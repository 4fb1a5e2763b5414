import { LENGTHS } from '~/domain/limits';
import { fitsLength } from '~/domain/typed-text';
import { isReferral, needsReferralText } from '~/reference/referrals';
import { choice, textField } from './field';
import { section } from './section';

/** Asked on parent A's billing form and parent B's credentials form. */
export const REFERRAL = section(
  {
    referral: choice(
      'checkout:fields.referral',
      { autoComplete: 'off', right: 'NEWS', missing: 'errors:referralMissing', wire: 'selection' },
      { isOne: isReferral, error: 'errors:referral', fault: 'referral' },
    ),
    referralOther: textField('checkout:fields.referralOther', {
      autoComplete: 'off',
      hint: 'checkout:billing.referralOtherHint',
      right: '',
      missing: 'errors:referralOtherMissing',
      wire: 'other',
      isOptional: true,
    }),
  },
  {
    rules({ referral = '', referralOther = '' }, refuse) {
      if (!needsReferralText(referral)) return;
      if (referralOther.trim() === '') refuse('referralOther', { isMissing: true, fault: 'referralOther' });
      else if (!fitsLength(referralOther, LENGTHS.referralText))
        refuse('referralOther', { error: 'errors:referralOtherLength' });
    },
    finish: (answers: ReferralAnswers) => normaliseReferral(answers),
  },
);

interface ReferralAnswers {
  referral: string;
  referralOther?: string;
}

/** Drops the text if the choice does not require it. */
export function normaliseReferral<Answers extends ReferralAnswers>(form: Answers): Answers {
  return { ...form, referralOther: needsReferralText(form.referral) ? form.referralOther : undefined };
}
