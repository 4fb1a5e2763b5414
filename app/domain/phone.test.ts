import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanPhone, isPhone, isSamePhone, nationalDigits } from './phone';
import { phoneLink } from './phone-link';

test.each([
  ['(555) 123-4567', '5551234567'],
  ['555.123.4567', '5551234567'],
  ['+1 555 123 4567', '+15551234567'],
  ['(+44) 7700/900123', '+447700900123'],
  ['555\u2013123\u00a04567', '5551234567'],
  ['\u202a555 123 4567\u202c', '5551234567'],
  ['５５５１２３４５６７', '5551234567'],
  ['555-CALL-NOW', '555CALLNOW'],
])('cleans %j to %j', (typed, cleaned) => {
  expect(cleanPhone(typed)).toBe(cleaned);
});

test.each([
  ['+44 (0)20 7946 0193', 'tel:+442079460193'],
  ['+44(0)20 7946 0193', 'tel:+442079460193'],
  ['+1 (612) 555-0123', 'tel:+16125550123'],
  ['(020) 7946 0193', 'tel:02079460193'],
  ['1-800-555-0199', 'tel:18005550199'],
])('links the displayed number %s to %s', (shown, link) => {
  expect(phoneLink(shown)).toBe(link);
});

test.each([
  ['12345678', true],
  ['123456789012345', true],
  ['+12345678', true],
  ['1234567', false],
  ['1234567890123456', false],
  ['555CALLNOW', false],
  ['++15551234567', false],
  ['555+1234567', false],
  ['', false],
])('checks the phone number %j: %s', (cleaned, expected) => {
  expect(isPhone(cleaned)).toBe(expected);
});

test('drops a calling code typed before the number, but not another one', () => {
  expect(nationalDigits('+1', '+15551234567')).toBe('5551234567');
  expect(nationalDigits('+1', '15551234567')).toBe('5551234567');
  expect(nationalDigits('+1', '+115551234567')).toBe('5551234567');
  expect(nationalDigits('+1', '155512345678')).toBe('155512345678');
  expect(nationalDigits('+1', '55512345678')).toBe('55512345678');
  expect(nationalDigits('+44', '15551234567')).toBe('15551234567');
  expect(nationalDigits('+1', '+447700900123')).toBe('447700900123');
  expect(nationalDigits('+1', '+12345678')).toBe('12345678');
});

test('compares phones by calling code and digits', () => {
  const own = { countryCode: '+44', phoneNumber: '7700900123' };
  expect(isSamePhone(own, { ...own })).toBe(true);
  expect(isSamePhone(own, { ...own, phoneNumber: '07700900123' })).toBe(true);
  expect(isSamePhone(own, { ...own, countryCode: '+1' })).toBe(false);
  expect(isSamePhone(own, { ...own, phoneNumber: '7700900124' })).toBe(false);
  expect(isSamePhone(own, { ...own, phoneNumber: '447700900123' })).toBe(true);
  const american = { countryCode: '+1', phoneNumber: '6125550100' };
  expect(isSamePhone(american, { ...american, phoneNumber: '16125550100' })).toBe(true);
  expect(isSamePhone({ ...own, phoneNumber: '44123456' }, { ...own, phoneNumber: '123456' })).toBe(false);
});

test('ignores separators in a number', () => {
  const separator = fc.constantFrom(' ', '-', '.', '(', ')', '\u00a0', '');
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), separator), { minLength: 8, maxLength: 15 }),
      (parts) => {
        const typed = parts.map(([digit, between]) => `${digit}${between}`).join('');
        expect(cleanPhone(typed)).toBe(parts.map(([digit]) => digit).join(''));
        expect(isPhone(cleanPhone(typed))).toBe(true);
      },
    ),
  );
});
