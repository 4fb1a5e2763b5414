import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PASSWORD_RULES } from '~/domain/password-rules';
import { submitForm } from '~tests/browser/submit-form';
import checkout from '../../locales/en/checkout.json';
import errors from '../../locales/en/errors.json';
import professional from '../../locales/en/professional.json';
import { BILLING } from './billing';
import { CARD } from './card';
import { CONSENT } from './consent';
import { CONTACT } from './contact';
import { CREDENTIALS } from './credentials';
import { FAMILY } from './family';
import { REQUIRED } from './field';
import { FORMS } from './index';
import { BUILD_YOUR_OWN, PACKAGE_CHOICE } from './packages';
import { PRACTICE, PROFESSIONAL_CONTACT, PROFESSIONAL_SECURITY } from './professional';
import { REFERRAL } from './referral';
import type { Form } from './section';

const known = [
  ...Object.keys(errors).map((key) => `errors:${key}`),
  ...Object.keys(professional).map((key) => `professional:${key}`),
];

test('has every message of the schemas in the English catalogue', () => {
  const sources = readdirSync(import.meta.dirname).filter((file) => /^[^.]+\.ts$/.test(file));
  const used = sources.flatMap(
    (file) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8').match(/errors:\w+/g) ?? [],
  );
  expect(used.length).toBeGreaterThan(25);
  expect(used.filter((key) => !known.includes(key))).toEqual([]);
  expect(PASSWORD_RULES.filter((key) => !known.includes(`errors:${key}`))).toEqual([]);
});

const schemas = [
  CONTACT.schemaFor({}),
  FAMILY.schemaFor({ email: 'ana@example.com', countryCode: '+1', phoneNumber: '5551234567' }),
  BILLING.schema,
  REFERRAL.schema,
  CARD.schemaFor({ now: new Date('2026-03-15T12:00:00Z') }),
  PACKAGE_CHOICE.schemaFor(['2011']),
  BUILD_YOUR_OWN.schema,
  CONSENT.schemaFor({ isRequired: true }),
  CREDENTIALS.schemaFor({ email: 'ana@example.com' }),
  PROFESSIONAL_CONTACT.schema,
  PRACTICE.schemaFor({ regions: [{ value: 'MN', name: 'Minnesota' }] }),
  PROFESSIONAL_SECURITY.schema,
];

const NAMES = [
  ...[...Object.keys(CONTACT.fields), 'knowsCoParentEmail', 'children'],
  ...[
    'children[0].firstName',
    'children[0].lastName',
    'children[1].email',
    'children[0].email.x',
    'firstName.x',
    'email[0]',
  ],
  ...[
    'billingAddress',
    'billingAddress2',
    'city',
    'country',
    'region',
    'timezone',
    'postalCode',
    'referral',
    'referralOther',
  ],
  ...['cardHolderName', 'cardNumber', 'cardExpiration', 'cardCvv', 'packageId', 'subscription', 'myfiles', 'tonemeter'],
  ...['title', 'credentials', 'phoneCountryCode', 'phoneExtension', 'hearAboutUs', 'referralOtherExplain'],
  ...['referralBenchOfficerName', 'referralColleagueRole', 'practiceName', 'addressLine1', 'roles', 'roles[0].x'],
  ...['securityQuestion', 'securityAnswer', 'securityCode', 'securityCodeConfirm'],
  ...['tonemeter[0].x', 'unlimitedPayments', 'termsAndConditions', 'marketingOptIn', 'username', 'password'],
];

test('says “This field is required” of names only', () => {
  const forms = Object.values(FORMS).flatMap((steps) => Object.values<Form>(steps));
  const required = forms.flatMap(({ controls }) =>
    Object.entries(controls).filter(([, { isOptional }]) => !isOptional),
  );
  const namesOf = (fields: typeof required) => fields.map(([name]) => name);
  const names = required.filter(([, { rules }]) => rules === CONTACT.fields.firstName.rules);
  expect(names.length).toBeGreaterThan(0);
  expect(namesOf(required.filter(([, { missing }]) => missing === REQUIRED))).toEqual(namesOf(names));
});

test('uses only catalogue messages for any posted form', () => {
  const value = fc.oneof(
    fc.constantFrom(
      '',
      ' ',
      'on',
      'US',
      'GB',
      '+1',
      'ana@example.com',
      '5551234567',
      'OTHER',
      'COLLEAGUE',
      '4111111111111111',
      '😀',
    ),
    fc.string({ unit: 'binary', maxLength: 60 }),
  );
  const posted = fc.uniqueArray(fc.tuple(fc.constantFrom(...NAMES), fc.array(value, { minLength: 1, maxLength: 2 })), {
    selector: ([name]) => name,
    maxLength: NAMES.length,
  });
  fc.assert(
    fc.property(fc.nat(schemas.length - 1), posted, (index, entries) => {
      const messages = Object.values(submitForm(schemas[index]!, Object.fromEntries(entries)).errors).flat();
      expect(messages.filter((message) => message === null || !known.includes(message))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test('contains the product’s texts word for word', () => {
  const texts: string[] = Object.values(errors);
  expect(texts).toEqual(
    expect.arrayContaining([
      'This field is required',
      'Must be between 1 and 20 characters',
      'Names cannot contain emojis',
      'Invalid email address',
      'Must be between 8 and 15 digits',
      "Your co-parent's phone number cannot be the same as yours.",
      'The email of the co-parent cannot be the same as your email.',
      'This email is already used for another child',
      "A child's email address cannot match either parent's. Please update the email or remove it to proceed.",
      'Postal code is not valid',
      'Enter a valid credit card number',
      'Enter a valid expiration date',
      'Enter a valid security code',
      'May not match security question',
      'Security code needs to be 4 digits long.',
      'Please enter only digits',
      'Must match your 4 digit security code',
      'This username cannot be used',
      'Does not meet requirements. Only letters, numbers, underscores, commas, hyphens, periods, at signs, and apostrophes allowed.',
    ]),
  );
  expect(Object.values(checkout.exceptions)).toEqual(
    expect.arrayContaining([
      'Payment method declined',
      'Invalid expiration date',
      'Invalid card number',
      'Invalid activation code',
      'Invalid promo code',
      'Unexpected error',
    ]),
  );
});
