import { expect, test } from 'vitest';
import { submitForm } from '~tests/browser/submit-form';
import { referralSchema } from './referral';

test('the question stands on a form of its own too', () => {
  expect(submitForm(referralSchema, {}).errors).toEqual({ referral: ['errors:required'] });
  expect(submitForm(referralSchema, { referral: 'OTHER' }).errors).toEqual({ referralOther: ['errors:required'] });
  expect(submitForm(referralSchema, { referral: 'OTHER', referralOther: 'A poster' }).value).toEqual({
    referral: 'OTHER',
    referralOther: 'A poster',
  });
  expect(submitForm(referralSchema, { referral: 'NEWS', referralOther: 'A poster' }).value).toEqual({
    referral: 'NEWS',
    referralOther: undefined,
  });
});
