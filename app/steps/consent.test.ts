import { expect, test } from 'vitest';
import { submitForm } from '~tests/browser/submit-form';
import { CONSENT } from './consent';

test('requires the terms where consent is required, but not the opt-in', () => {
  const schema = CONSENT.schemaFor({ isRequired: true });
  expect(submitForm(schema, { marketingOptIn: 'on' }).errors).toEqual({ termsAndConditions: ['errors:termsMissing'] });
  expect(submitForm(schema, { termsAndConditions: 'on' }).value).toEqual({
    termsAndConditions: true,
    marketingOptIn: false,
  });
  expect(submitForm(schema, { termsAndConditions: 'on', marketingOptIn: 'on' }).value).toEqual({
    termsAndConditions: true,
    marketingOptIn: true,
  });
});

test('requires no consent elsewhere, and sets the opt-in to true', () => {
  expect(submitForm(CONSENT.schemaFor({ isRequired: false }), {}).value).toEqual({
    termsAndConditions: false,
    marketingOptIn: true,
  });
});
