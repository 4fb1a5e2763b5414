import { expect, test } from 'vitest';
import { submitForm } from '~tests/browser/submit-form';
import { REFERRAL } from './referral';

test('validates the referral as the only question of a form', () => {
  expect(submitForm(REFERRAL.schema, {}).errors).toEqual({ referral: ['errors:referralMissing'] });
  expect(submitForm(REFERRAL.schema, { referral: 'OTHER' }).errors).toEqual({
    referralOther: ['errors:referralOtherMissing'],
  });
  expect(submitForm(REFERRAL.schema, { referral: 'OTHER', referralOther: 'A poster' }).value).toEqual({
    referral: 'OTHER',
    referralOther: 'A poster',
  });
  expect(submitForm(REFERRAL.schema, { referral: 'NEWS', referralOther: 'A poster' }).value).toEqual({
    referral: 'NEWS',
    referralOther: undefined,
  });
});
