import { expect, it } from 'vitest';
import { INVITED_CREDENTIALS } from './credentials';

const GOOD = {
  referral: 'NEWS',
  referralOther: 'left over from another choice',
  securityQuestion: 'Name of my first pet?',
  securityAnswer: 'Maple the cat',
  securityCode: '0471',
  confirmCode: '0471',
  username: 'ben.lee',
  password: 'correct-horse-7',
  termsAndConditions: 'on',
};
const schema = INVITED_CREDENTIALS.schemaFor({ email: 'ben@example.com', asksTerms: true });
const fieldsOf = (form: object, which = schema) =>
  which.safeParse(form).error?.issues.map(({ path, message }) => `${path.join()} ${message}`) ?? [];

it('accepts a complete form, and drops a referral text that is not required', () => {
  expect(schema.parse(GOOD)).toMatchObject({
    referral: 'NEWS',
    referralOther: undefined,
    termsAndConditions: true,
    marketingOptIn: false,
  });
});

it('reports every error at once', () => {
  expect(fieldsOf({ securityCode: '1', password: 'short' })).toEqual(
    expect.arrayContaining([
      'referral errors:referralMissing',
      'securityQuestion errors:securityQuestionMissing',
      'securityAnswer errors:securityAnswerMissing',
      'securityCode errors:securityCodeLength',
      'confirmCode errors:confirmCodeMissing',
      'username errors:validUsernameNone_error',
      'password errors:validPwdLength_error',
      'termsAndConditions errors:termsMissing',
    ]),
  );
});

it.each(['OTHER', 'COURT_ORDERED', 'REFERRED_FL'])('requires a text after %s', (referral) => {
  expect(fieldsOf({ ...GOOD, referral, referralOther: undefined })).toEqual([
    'referralOther errors:referralOtherMissing',
  ]);
});

it('does not require the terms again', () => {
  const agreed = INVITED_CREDENTIALS.schemaFor({ email: 'ben@example.com', asksTerms: false });
  expect(fieldsOf({ ...GOOD, termsAndConditions: undefined }, agreed)).toEqual([]);
});

it('rejects the e-mail as a password', () => {
  expect(
    fieldsOf(
      { ...GOOD, password: 'Ben1@example.com' },
      INVITED_CREDENTIALS.schemaFor({ email: 'ben1@example.com', asksTerms: true }),
    ),
  ).toEqual(['password errors:validPwdDupEmail_error']);
});
