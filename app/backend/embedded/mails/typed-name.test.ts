import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findGreetingName, withoutLinks } from './typed-name';

describe('a greeting', () => {
  it.each([
    'Ann',
    'Mary Jo',
    "D'Arcy",
    'José María',
    'Jean-Luc',
    'J.R.',
    'J. R. Ewing',
    'St. John',
    'علی‌رضا',
    'Νίκος',
    '李',
  ])('has the name %s', (name) => {
    expect(findGreetingName(name)).toBe(name);
  });

  it.each([
    'http://evil',
    'evil.com',
    'www.evil.co',
    'evil。com',
    'Ann evil.io',
    'a@b.co',
    'Call 18005550100',
    '<b>Ann</b>',
    'Ann: read',
    '//evil',
    '',
    ' ',
  ])('does without %j', (name) => {
    expect(findGreetingName(name)).toBeNull();
  });

  it('has a name on one line', () => {
    expect(findGreetingName('Ann\r\nBcc')).toBe('Ann Bcc');
  });

  it('never has what mail programs link', () => {
    const piece = fc.constantFrom('a', 'co', '.', '。', '/', ':', '@', ' ', '-', 'www', '1', '\n', '\u200b', 'é');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        expect(findGreetingName(pieces.join('')) ?? '').not.toMatch(/[:/@\d\n]|[.。]\p{L}{2}/u);
      }),
    );
  });
});

describe('another text that somebody typed', () => {
  it.each(['12 Elm Street', 'St. Paul', 'Vance & Daughters', 'Suite 4/5, c/o Lee', 'Smith, Inc.'])(
    'stays as it is: %s',
    (text) => {
      expect(withoutLinks(text)).toBe(text);
    },
  );

  it.each(['http://evil.com/a', 'www.evil.com', 'Vance.law', 'iris@vance.law'])('is no link: %s', (text) => {
    const shown = withoutLinks(text);
    expect(shown).not.toMatch(/:\/|[\p{L}\d][.]\p{L}{2}|\w@\w/u);
    expect(shown.replaceAll('\u200c', '')).toBe(text);
  });
});
