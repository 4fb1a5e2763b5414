import { expect, test } from 'vitest';
import { submitForm, type Typed } from '~tests/browser/submit-form';
import { FAMILY, type Family } from './family';

const schema = FAMILY.schemaFor({ email: 'Ana@Example.com', countryCode: '+44', phoneNumber: '7700900123' });
const coParent = { firstName: 'Ben', lastName: 'Okoye', email: 'ben@example.com', countryCode: '+44', phoneNumber: '' };
const kim = { 'children[0].firstName': 'Kim', 'children[0].lastName': 'Okoye' };
const submit = (typed: Typed) => submitForm(schema, { ...coParent, ...kim, ...typed });

test('needs no phone for a co-parent with a known e-mail', () => {
  expect(submit({ knowsCoParentEmail: 'yes' }).value satisfies Family | undefined).toEqual({
    coParent: {
      firstName: 'Ben',
      lastName: 'Okoye',
      email: 'ben@example.com',
      countryCode: '+44',
      phoneNumber: undefined,
      knowsCoParentEmail: true,
    },
    children: [{ firstName: 'Kim', lastName: 'Okoye', email: undefined }],
  });
});

test('reports every error of an empty form at once', () => {
  expect(submitForm(schema, {}).errors).toEqual({
    firstName: ['errors:required'],
    lastName: ['errors:required'],
    email: ['errors:coParentEmailMissing'],
    countryCode: ['errors:countryCode'],
    children: ['errors:childrenMissing'],
  });
});

test('reports errors across fields together with those of single fields', () => {
  expect(
    submit({ firstName: ' ', email: 'ana@example.com', 'children[0].lastName': '', 'children[0].email': 'bad' }).errors,
  ).toEqual({
    firstName: ['errors:required'],
    email: ['errors:coParentEmailIsOwn'],
    'children[0].lastName': ['errors:required'],
    'children[0].email': ['errors:email'],
  });
});

test('requires the e-mail if it is known, or else the phone', () => {
  expect(submit({ email: '', knowsCoParentEmail: 'yes' }).errors).toEqual({ email: ['errors:coParentEmailMissing'] });
  expect(submit({ email: '  ' }).errors).toEqual({ email: ['errors:coParentEmailMissing'] });
  expect(submit({ email: '', knowsCoParentEmail: 'no' }).errors).toEqual({
    phoneNumber: ['errors:coParentPhoneMissing'],
  });
  expect(submit({ email: '', knowsCoParentEmail: 'no', phoneNumber: '1234567' }).errors).toEqual({
    phoneNumber: ['errors:phoneLength'],
  });
  expect(submit({ email: '', knowsCoParentEmail: 'no', phoneNumber: '(7700) 900-456' }).value?.coParent).toMatchObject({
    email: undefined,
    phoneNumber: '7700900456',
    knowsCoParentEmail: false,
  });
});

test('counts a typed e-mail as known', () => {
  expect(submit({ knowsCoParentEmail: 'no' }).value?.coParent.knowsCoParentEmail).toBe(true);
  expect(submit({ knowsCoParentEmail: 'no', email: 'ben@' }).errors).toEqual({ email: ['errors:email'] });
});

test.each(['ana@example.com', ' ANA@EXAMPLE.COM '])('rejects the parent’s e-mail %j as the co-parent’s', (email) => {
  expect(submit({ email }).errors).toEqual({ email: ['errors:coParentEmailIsOwn'] });
});

test.each(['7700900123', '07700 900123', '+44 7700 900123'])(
  'rejects the parent’s phone %j as the co-parent’s',
  (phoneNumber) => {
    expect(submit({ phoneNumber }).errors).toEqual({ phoneNumber: ['errors:coParentPhoneIsOwn'] });
    expect(submit({ phoneNumber: '7700900123', countryCode: '+1' }).errors).toEqual({});
  },
);

test('requires a child in every row, including blank rows', () => {
  const blank = { 'children[1].firstName': '', 'children[1].lastName': ' ', 'children[1].email': '' };
  expect(submit(blank).errors).toEqual({
    'children[1].firstName': ['errors:required'],
    'children[1].lastName': ['errors:required'],
  });
  expect(submit({ 'children[0].firstName': '', 'children[0].lastName': '' }).errors).toEqual({
    'children[0].firstName': ['errors:required'],
    'children[0].lastName': ['errors:required'],
  });
});

test('applies the name rules to a child’s names', () => {
  expect(submit({ 'children[0].firstName': 'x'.repeat(21), 'children[0].lastName': '😀' }).errors).toEqual({
    'children[0].firstName': ['errors:nameLength'],
    'children[0].lastName': ['errors:nameEmoji'],
  });
});

const child = (index: number, email: string) => ({
  [`children[${index}].firstName`]: 'Kim',
  [`children[${index}].lastName`]: 'Okoye',
  [`children[${index}].email`]: email,
});

test('rejects a child’s e-mail that another person has', () => {
  expect(submit({ ...child(0, 'kim@example.com'), ...child(1, ''), ...child(2, 'KIM@example.com') }).errors).toEqual({
    'children[2].email': ['errors:childEmailTwice'],
  });
  expect(submit({ ...child(0, ''), ...child(1, 'ana@EXAMPLE.com'), ...child(2, 'BEN@example.com') }).errors).toEqual({
    'children[1].email': ['errors:childEmailIsParents'],
    'children[2].email': ['errors:childEmailIsParents'],
  });
  expect(submit({ ...child(0, ''), ...child(1, '') }).errors).toEqual({});
  expect(submit(child(0, 'kim@example.com')).value?.children).toEqual([
    { firstName: 'Kim', lastName: 'Okoye', email: 'kim@example.com' },
  ]);
});

test('lists the fields that are always required', () => {
  expect(FAMILY.required).toEqual(['firstName', 'lastName', 'countryCode', 'children']);
});
