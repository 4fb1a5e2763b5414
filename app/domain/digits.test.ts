import { expect, test } from 'vitest';
import { cardDigits, parseExpiration } from './cards';
import { cleanPhone } from './phone';
import { isPostalCode, normalisePostalCode } from '~/reference/postal-codes';
import { withAsciiDigits } from './digits';

const SCRIPTS = [
  '٠١٢٣٤٥٦٧٨٩',
  '۰۱۲۳۴۵۶۷۸۹',
  '०१२३४५६७८९',
  '০১২৩৪৫৬৭৮৯',
  '０１２３４５６７８９',
  '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗',
  '𞥐𞥑𞥒𞥓𞥔𞥕𞥖𞥗𞥘𞥙',
];

test.each(SCRIPTS)('reads %s as ASCII digits', (digits) => {
  expect(withAsciiDigits(digits)).toBe('0123456789');
  expect(cleanPhone(`${digits.slice(0)} `)).toBe('0123456789');
  expect(cardDigits(digits)).toBe('0123456789');
});

test('converts every Unicode digit to an ASCII digit', () => {
  for (let codePoint = 0; codePoint <= 0x1ffff; codePoint += 1) {
    const character = String.fromCodePoint(codePoint);
    if (/\p{Nd}/u.test(character)) expect(withAsciiDigits(character), codePoint.toString(16)).toMatch(/^[0-9]$/);
  }
});

test('keeps letters, signs and spaces', () => {
  expect(withAsciiDigits('K1A 0B1 – ½ é')).toBe('K1A 0B1 – 1⁄2 é');
});

test('reads Unicode digits in an expiration and a postal code', () => {
  expect(parseExpiration('١٢/٢٩')).toEqual(parseExpiration('12/29'));
  expect(normalisePostalCode('IN', '११० ००१')).toBe('110001');
});

test.each(['110 001', '110001', ' 110-001 '])('accepts the Indian postal code %j', (code) => {
  expect([isPostalCode('IN', code), normalisePostalCode('IN', code)]).toEqual([true, '110001']);
});
