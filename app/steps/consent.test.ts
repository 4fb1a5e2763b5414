import { expect, test } from 'vitest';
import { submitForm } from '~tests/browser/submit-form';
import { CONSENT } from './consent';

test('where consent is required the terms are, and the opt-in is a choice', () => {
  const schema = CONSENT.schemaFor({ isRequired: true });
  expect(submitForm(schema, { marketingOptIn: 'on' }).errors).toEqual({ termsAndConditions: ['errors:required'] });
  expect(submitForm(schema, { termsAndConditions: 'on' }).value).toEqual({
    termsAndConditions: true,
    marketingOptIn: false,
  });
  expect(submitForm(schema, { termsAndConditions: 'on', marketingOptIn: 'on' }).value).toEqual({
    termsAndConditions: true,
    marketingOptIn: true,
  });
});

test('where it is not, there are no boxes and the opt-in is sent as true', () => {
  expect(submitForm(CONSENT.schemaFor({ isRequired: false }), {}).value).toEqual({
    termsAndConditions: false,
    marketingOptIn: true,
  });
});
