import fc from 'fast-check';
import { createTransport } from 'nodemailer';
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
  // cspell:ignore gmai GMªIL mnchen mple NCHEN
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
  `ana@${'ü'.repeat(60)}.com`,
  // A label of both directions: no such domain exists.
  'ana@א1a.com',
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
  ['victim+2@ｇmail.com', 'victim@gmail.com'],
  ['victim@gmaiℓ.com', 'victim@gmail.com'],
  ['victim@GMªIL.com', 'victim@gmail.com'],
  ['ana@münchen.de', 'ana@xn--mnchen-3ya.de'],
  ['ana@MU\u0308NCHEN.de', 'ana@xn--mnchen-3ya.de'],
  // Not parsed as a URL.
  ['ana@0x7f.1', 'ana@0x7f.1'],
  ['ana@ex%61mple.com', 'ana@ex%61mple.com'],
])('maps %s to the mailbox %s', (email, mailbox) => {
  expect(mailboxOfEmail(email)).toBe(mailbox);
});

test('maps an accepted e-mail to the mailbox that the mail server receives', async () => {
  const transport = createTransport({ jsonTransport: true });
  const label = fc.string({
    unit: fc.constantFrom(...'gmailGIL-9ｇＧℓªüÜßẞΣςİı例Kﬁא', 'u\u0308'),
    minLength: 1,
    maxLength: 6,
  });
  const email = fc.tuple(fc.constantFrom('ana', 'a.n.a+1', 'josé'), label, fc.oneof(label, fc.constant('com')));
  await fc.assert(
    fc.asyncProperty(email, async ([local, name, end]) => {
      const address = `${local}@${name}.${end}`;
      fc.pre(isEmail(address));
      const { envelope } = await transport.sendMail({ to: { name: '', address }, text: '' });
      expect(envelope.to.map(mailboxOfEmail)).toEqual([mailboxOfEmail(address)]);
    }),
  );
});
