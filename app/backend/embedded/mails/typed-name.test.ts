import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findGreetingName, findInviterName, withoutLinks } from './typed-name';

describe('a greeting', () => {
  it.each(['Ann', 'Mary Jo', "D'Arcy", 'José María', 'Jean-Luc', 'علی‌رضا', 'Νίκος', '李', '小百合'])(
    'uses the name %s',
    (name) => {
      expect(findGreetingName(name)).toBe(name);
    },
  );

  it.each([
    'http://evil',
    'I know where you',
    'I-know-where-you',
    "I'm-here soon",
    '我知道你住在哪里',
    'お前の家を知っている',
    'ฉันรู้ว่าเธออยู่ไหน',
    'J. R. Ewing',
    'evil.com',
    'www.evil.co',
    'evil。com',
    'Ann evil.io',
    'a@b.co',
    'Call 18005550100',
    '<b>Ann</b>',
    'Ann: read',
    '//evil',
    // Letters that are drawn blank, or look like a full stop or another sign.
    'I\u3164will\u3164find\u3164you',
    'I\u1160will\uffa0find\u115fyou',
    'www\ua4f8evil\ua4f8com',
    'evil\ua78fcom',
    'call\u01c3',
    '',
    ' ',
  ])('omits the name %j', (name) => {
    expect(findGreetingName(name)).toBeNull();
  });

  it('puts the name on one line', () => {
    expect(findGreetingName('Ann\r\nBcc')).toBe('Ann Bcc');
  });

  it('never contains text that mail programs turn into links', () => {
    const piece = fc.constantFrom('a', 'co', '.', '。', '/', ':', '@', ' ', '-', 'www', '1', '\n', '\u200b', 'é');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        expect(findGreetingName(pieces.join('')) ?? '').not.toMatch(/[:/@\d\n]|[.。]\p{L}{2}/u);
      }),
    );
  });
});

describe('the inviter’s name', () => {
  it.each([
    ['Ann', 'Ann'],
    ['Mary Jo', 'Mary Jo'],
    ['I know where you', 'I.'],
    ['我知道你住在哪里', '我.'],
    ['J. R. Ewing', 'J.'],
    ['Élodie, look', 'É.'],
  ])('shows %s as %s', (typed, name) => {
    expect(findInviterName(typed)).toBe(name);
  });

  it.each(['', '1 800 555', '@'])('omits %j', (typed) => {
    expect(findInviterName(typed)).toBeNull();
  });
});

describe('other typed text', () => {
  it.each(['12 Elm Street', 'St. Paul', 'Vance & Daughters', 'Suite 4/5, c/o Lee', 'Smith, Inc.'])(
    'keeps %s unchanged',
    (text) => {
      expect(withoutLinks(text)).toBe(text);
    },
  );

  it.each(['http://evil.com/a', 'www.evil.com', 'Vance.law', 'iris@vance.law'])('breaks the link in %s', (text) => {
    const shown = withoutLinks(text);
    expect(shown).not.toMatch(/:\/|[\p{L}\d][.]\p{L}{2}|\w@\w/u);
    expect(shown.replaceAll('\u200c', '')).toBe(text);
  });
});
