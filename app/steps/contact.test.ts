import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contactOf, REQUIRED_CONTACT } from '~tests/answers/contact-answers';
import { submitForm } from '~tests/browser/submit-form';
import { CONTACT } from './contact';

const complete = {
  ...contactOf('ann'),
  firstName: 'Ana',
  lastName: 'Silva',
  email: 'ana@example.com',
  phoneNumber: '5551234567',
};
const submit = (typed: Partial<typeof complete>) => submitForm(CONTACT.schemaFor({}), { ...complete, ...typed });

test('accepts valid input unchanged', () => {
  expect(submit({}).value).toEqual(complete);
});

test('requires every mandatory field, and rejects blanks', () => {
  const required = Object.fromEntries(REQUIRED_CONTACT.map((field) => [field, [CONTACT.controls[field]?.missing]]));
  expect(submitForm(CONTACT.schemaFor({}), {}).errors).toEqual(required);
  const empty = Object.fromEntries(Object.keys(CONTACT.fields).map((field) => [field, '']));
  expect(submitForm(CONTACT.schemaFor({}), empty).errors).toEqual(required);
  expect(submit({ firstName: '  ', lastName: '\u200b', email: ' ', phoneNumber: ' - ' }).errors).toEqual({
    firstName: ['errors:required'],
    lastName: ['errors:required'],
    email: ['errors:emailMissing'],
    phoneNumber: ['errors:phoneMissing'],
  });
});

test.each([
  ['firstName', 'x'.repeat(21), 'errors:nameLength'],
  ['lastName', 'x'.repeat(21), 'errors:nameLength'],
  ['firstName', 'Ana 😀', 'errors:nameEmoji'],
  ['lastName', '🇪🇸', 'errors:nameEmoji'],
  ['firstName', '1️⃣', 'errors:nameEmoji'],
  ['email', 'ana@', 'errors:email'],
  ['email', 'ana@example', 'errors:email'],
  ['countryCode', '+999', 'errors:countryCode'],
  ['countryCode', '1', 'errors:countryCode'],
  ['phoneNumber', '1234567', 'errors:phoneLength'],
  ['phoneNumber', '1234567890123456', 'errors:phoneLength'],
  ['phoneNumber', '555-CALL-NOW', 'errors:phoneLength'],
  ['phoneNumber', '++15551234567', 'errors:phoneLength'],
] as const)('rejects %s %j: %s', (field, typed, message) => {
  expect(submit({ [field]: typed }).errors).toEqual({ [field]: [message] });
});

test('rejects a calling code that no country has, typed with the number', () => {
  expect(submit({ phoneNumber: '+999 1234 5678' }).errors).toEqual({ countryCode: ['errors:countryCode'] });
});

test.each([
  ['firstName', 'x'.repeat(20), 'x'.repeat(20)],
  ['lastName', ' O\u2019Neil ', "O'Neil"],
  ['firstName', 'Henry 8', 'Henry 8'],
  ['email', '  Ana+Kids@Example.com ', 'Ana+Kids@Example.com'],
  ['email', 'o\u2019brien@example.ie', "o'brien@example.ie"],
  ['phoneNumber', '(555) 123-4567', '5551234567'],
  ['phoneNumber', '+1 555.123.4567', '5551234567'],
  ['phoneNumber', '1-555-123-4567', '5551234567'],
  ['phoneNumber', '12345678', '12345678'],
  ['phoneNumber', '123456789012345', '123456789012345'],
] as const)('accepts %s %j as %j', (field, typed, accepted) => {
  expect(submit({ [field]: typed }).value).toEqual({ ...complete, [field]: accepted });
});

test('rejects the co-parent’s phone as the parent’s', () => {
  const schema = CONTACT.schemaFor({ coParentPhone: { countryCode: '+1', phoneNumber: '5551234567' } });
  const own = ['errors:coParentPhoneIsOwn'];
  expect(submitForm(schema, complete).errors).toEqual({ phoneNumber: own });
  expect(submitForm(schema, { ...complete, phoneNumber: '1 555 123 4567' }).errors).toEqual({ phoneNumber: own });
  expect(submitForm(schema, { ...complete, phoneNumber: '555 123 4568' }).errors).toEqual({});
  expect(submitForm(schema, {}).errors).toMatchObject({ phoneNumber: ['errors:phoneMissing'] });
});

const ALPHABETS = [
  // cspell:ignore abcdefñéß
  'abcdefñéß',
  'абвгдежїў',
  'αβγδεζήθ',
  '王小明李娜',
  'さくらアキラ',
  '김민준서연',
  'محمدعليزرا',
  'שרהמשהדוד',
  'कखगघचछ',
  'สมชายกข',
  'აბგდევ',
  'አበበከ',
];

test('accepts names of every alphabet unchanged', () => {
  const name = fc
    .constantFrom(...ALPHABETS)
    .chain((letters) => fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 20 }));
  fc.assert(
    fc.property(name, name, (firstName, lastName) => {
      expect(submit({ firstName, lastName }).value).toMatchObject({ firstName, lastName });
    }),
  );
});

test('accepts its own output unchanged', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.emailAddress({ size: 'small' }),
      (firstName, email) => {
        const { value } = submit({ firstName, email });
        if (value) expect(submit(value).value).toEqual(value);
      },
    ),
  );
});
