import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cardBrand, cardDigits, isCardNumber, isExpired, isCvv, parseExpiration } from './cards';

test.each([
  ['4111 1111 1111 1111', 'visa'],
  ['5555555555554444', 'mastercard'],
  ['2223003122003222', 'mastercard'],
  ['3782-822463-10005', 'american-express'],
  ['6011111111111117', 'discover'],
  ['6500000000000002', 'discover'],
  ['36259600000004', 'diners-club'],
  ['3530111333300000', 'jcb'],
  ['6243030000000001', 'union-pay'],
  ['6304000000000000', 'maestro'],
  ['9', null],
  ['', null],
])('detects the brand of %s: %s', (number, brand) => {
  expect(cardBrand(number)).toBe(brand);
});

test.each([
  ['4111111111111111', true],
  ['378282246310005', true],
  ['4111111111111112', false],
  ['41111111111', false],
  ['41111111111111111111', false],
  ['0000000000000000', false],
  ['4222222222222', false],
  ['36259600000004', true],
  ['3530111333300000', true],
  ['6011000990139424', true],
  ['6304000000000000', true],
  ['6243030000000001', true],
  ['6243030000000002', false],
  ['1354000000000004', false],
  ['', false],
  ['4111x11111111111', false],
])('checks the card number %s: %s', (digits, expected) => {
  expect(isCardNumber(digits)).toBe(expected);
});

test('detects any single wrong digit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 15 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
      const digits = [...'4111111111111111'];
      digits[at] = String((Number(digits[at]) + by) % 10);
      expect(isCardNumber(digits.join(''))).toBe(false);
    }),
  );
});

test('ignores spaces and dashes in the number', () => {
  expect(cardDigits(' 4111-1111\u00a01111\u20131111 ')).toBe('4111111111111111');
});

test.each([
  ['01/30', { month: 1, year: 2030 }],
  ['1/30', { month: 1, year: 2030 }],
  [' 12 / 30 ', { month: 12, year: 2030 }],
  ['12/2030', { month: 12, year: 2030 }],
  ['12-30', { month: 12, year: 2030 }],
  ['1230', { month: 12, year: 2030 }],
  ['122030', { month: 12, year: 2030 }],
  ['13/30', null],
  ['00/30', null],
  ['12/030', null],
  ['123', null],
  ['12', null],
  ['2030-12', null],
  ['soon', null],
  ['', null],
])('parses the expiration %j as %j', (typed, expiration) => {
  expect(parseExpiration(typed)).toEqual(expiration);
});

test('accepts a card until its month has ended in every time zone', () => {
  const march = { month: 3, year: 2026 };
  expect(isExpired(march, new Date('2026-03-31T23:59:59Z'))).toBe(false);
  expect(isExpired(march, new Date('2026-04-01T11:59:59Z'))).toBe(false);
  expect(isExpired(march, new Date('2026-04-01T12:00:00Z'))).toBe(true);
  expect(isExpired({ month: 12, year: 2026 }, new Date('2027-01-02T00:00:00Z'))).toBe(true);
});

test.each([
  ['123', '4111111111111111', true],
  ['1234', '4111 1111 1111 1111', false],
  ['1234', '378282246310005', true],
  ['123', '378282246310005', false],
  ['123', '', true],
  ['1234', 'nine', true],
  ['12', '', false],
  ['12345', '', false],
  ['', '', false],
  ['12a', '4111111111111111', false],
])('checks the code %s for the card %s: %s', (code, number, expected) => {
  expect(isCvv(code, number)).toBe(expected);
});
