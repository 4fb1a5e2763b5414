import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CONTACT_FIELDS } from '~/domain/people';
import { PASSWORD_RULES } from '~/domain/password-rules';
import { submitForm } from '~tests/browser/submit-form';
import errors from '../../locales/en/errors.json';
import professional from '../../locales/en/professional.json';
import { billingSchema } from './billing';
import { buildYourOwnSchema } from './build-your-own';
import { cardSchema } from './card';
import { consentSchema } from './consent';
import { contactSchema } from './contact';
import { credentialsSchema } from './credentials';
import { familySchema } from './family';
import { packageChoiceSchema } from './package-choice';
import { professionalContactSchema } from './professional-contact';
import { practiceSchema } from './professional-practice';
import { professionalSecuritySchema } from './professional-security';
import { referralSchema } from './referral';

const known = [
  ...Object.keys(errors).map((key) => `errors:${key}`),
  ...Object.keys(professional).map((key) => `professional:${key}`),
];

test('every message in the schemas is in the English catalogue', () => {
  const sources = readdirSync(import.meta.dirname).filter((file) => /^[^.]+\.ts$/.test(file));
  const used = sources.flatMap(
    (file) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8').match(/errors:\w+/g) ?? [],
  );
  expect(used.length).toBeGreaterThan(25);
  expect(used.filter((key) => !known.includes(key))).toEqual([]);
  expect(PASSWORD_RULES.filter((key) => !known.includes(`errors:${key}`))).toEqual([]);
});

const schemas = [
  contactSchema,
  familySchema({ parentEmail: 'ana@example.com', parentCountryCode: '+1', parentPhone: '5551234567' }),
  billingSchema({ asksReferral: true }),
  referralSchema,
  cardSchema({ now: new Date('2026-03-15T12:00:00Z') }),
  packageChoiceSchema(['2011']),
  buildYourOwnSchema,
  consentSchema({ isRequired: true }),
  credentialsSchema({ email: 'ana@example.com' }),
  professionalContactSchema,
  practiceSchema({ regions: [{ value: 'MN', name: 'Minnesota' }] }),
  professionalSecuritySchema,
];

const NAMES = [
  ...[...CONTACT_FIELDS, 'knowsCoParentEmail', 'children'],
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

test('whatever is posted, even what no page of ours posts, every message is one of the catalogue', () => {
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
    { numRuns: 1000 },
  );
});

test('the texts of the product are there word for word', () => {
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
      'This username cannot be used',
      'Does not meet requirements. Only letters, numbers, underscores, commas, hyphens, periods, at signs, and apostrophes allowed.',
    ]),
  );
});
