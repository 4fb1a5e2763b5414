import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findRepeated, isEmail, isSameEmail, normaliseEmail, mailboxOfEmail } from './email';

test.each([
  'ana@example.com',
  'ana+family@example.co.uk',
  "o'brien@example.ie",
  'a@b.io',
  'ana.maria@sub.example.museum',
  'josé@example.es',
  'ana@münchen.de',
  // cspell:ignore mnchen mple
  'ana@xn--mnchen-3ya.de',
  'ana@例え.テスト',
  'ana@example.xn--p1ai',
])('accepts %s as an e-mail', (email) => {
  expect(isEmail(email)).toBe(true);
});

test.each([
  '',
  '@',
  'ana',
  'ana@',
  '@example.com',
  'ana@example',
  'ana@@example.com',
  'ana@exa mple.com',
  'ana maria@example.com',
  '.ana@example.com',
  'ana.@example.com',
  'a..b@example.com',
  'ana@.example.com',
  'ana@example..com',
  'ana@-example.com',
  'ana@example.com.',
  'ana@example.c',
  'ana@127.0.0.1',
  'ana@example.com,bob@example.com',
  'Ana <ana@example.com>',
  'ana@example.com\nbcc: bob@example.com',
  `${'a'.repeat(65)}@example.com`,
  `ana@${'a'.repeat(64)}.com`,
  `ana@${'a.'.repeat(130)}com`,
])('rejects %j as an e-mail', (email) => {
  expect(isEmail(email)).toBe(false);
});

test('compares e-mails without case', () => {
  expect(isSameEmail(' Ana@Example.COM', 'ana@example.com ')).toBe(true);
  expect(isSameEmail('ana@example.com', 'ana+x@example.com')).toBe(false);
});

test('finds every repetition in a list, in any case', () => {
  expect(findRepeated(['ana@example.com', null, ' Ana@Example.com', undefined, null, 'bo@example.com'])).toEqual([
    false,
    false,
    true,
    false,
    false,
    false,
  ]);
});

test('accepts ordinary e-mails, and normalises them idempotently', () => {
  fc.assert(
    fc.property(fc.emailAddress({ size: 'small' }), (email) => {
      expect(isEmail(email)).toBe(true);
      expect(normaliseEmail(normaliseEmail(email))).toBe(normaliseEmail(email));
    }),
  );
});

test.each([
  ['Victim+1@Example.com', 'victim@example.com'],
  ['v.ictim@example.com', 'v.ictim@example.com'],
  ['v.ictim+2@gmail.com', 'victim@gmail.com'],
  ['victim@googlemail.com', 'victim@gmail.com'],
  ['+1@example.com', '+1@example.com'],
])('maps %s to the mailbox %s', (email, mailbox) => {
  expect(mailboxOfEmail(email)).toBe(mailbox);
});
