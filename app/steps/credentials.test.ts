import { expect, test } from 'vitest';
import { submitForm } from '~tests/browser/submit-form';
import { CREDENTIALS } from './credentials';

const schema = CREDENTIALS.schemaFor({ email: 'Ana.Silva1@Example.com' });
const submit = (typed: { username?: string; password?: string }) =>
  submitForm(schema, { username: 'ana.silva', password: 'abcdefghij1!', ...typed });

test('trims the username, and keeps the password as typed', () => {
  expect(submit({ username: ' ana.silva ', password: ' abcdefghij1! ' }).value).toEqual({
    username: 'ana.silva',
    password: ' abcdefghij1! ',
  });
});

test('requires username and password', () => {
  const required = { username: ['errors:validUsernameNone_error'], password: ['errors:passwordMissing'] };
  expect(submitForm(schema, {}).errors).toEqual(required);
  expect(submit({ username: '  ', password: '' }).errors).toEqual(required);
});

test.each([
  ['abcde', ['errors:validUsernameLength_error']],
  ['x'.repeat(31), ['errors:validUsernameLength_error']],
  ['@silva', ['errors:validUsernameAtSymbol_error']],
  ['ana@silva', ['errors:validUsernameAtSymbol_error']],
  ['ana silva', ['errors:validUsernameRequirement_error']],
  ['ana!silva', ['errors:validUsernameRequirement_error']],
  [
    '@!',
    ['errors:validUsernameLength_error', 'errors:validUsernameAtSymbol_error', 'errors:validUsernameRequirement_error'],
  ],
])('rejects the username %j: %j', (username, messages) => {
  expect(submit({ username }).errors).toEqual({ username: messages });
});

test.each(['abcdef', 'x'.repeat(30), "O'Neil_1,2-3.4", 'O\u2019Neil'])('accepts the username %j', (username) => {
  expect(submit({ username }).errors).toEqual({});
});

test('lists every rule that the password breaks', () => {
  expect(submit({ password: 'a' }).errors).toEqual({
    password: ['errors:validPwdLength_error', 'errors:validPwdNumber_error', 'errors:validPwdSpecial_error'],
  });
  expect(submit({ username: 'Ana.Silva-1975', password: 'ana.silva-1975' }).errors).toEqual({
    password: ['errors:validPwdDupUsername_error'],
  });
  expect(submit({ password: 'ana.silva1@example.com' }).errors).toEqual({
    password: ['errors:validPwdDupEmail_error'],
  });
});

test('lists broken password rules together with an invalid username', () => {
  expect(submit({ username: ' ', password: 'abcdefghijk1' }).errors).toEqual({
    username: ['errors:validUsernameNone_error'],
    password: ['errors:validPwdSpecial_error'],
  });
});
