import { expect, it } from 'vitest';
import { isCallingCode } from '~/reference/calling-codes';
import { followTypedCode, READ_AS, splitExtension } from './typed-phone';

const SELECT = { codeField: 'countryCode', isListed: isCallingCode };

function read(countryCode: string, phoneNumber: string) {
  const form = new FormData();
  form.set('countryCode', countryCode);
  form.set('phoneNumber', phoneNumber);
  form.set('firstName', 'Ann');
  const followed = followTypedCode(form, SELECT);
  expect(followed.get('firstName')).toBe('Ann');
  return [followed.get('countryCode'), followed.get('phoneNumber'), followed.get(READ_AS)];
}

it.each([
  ['+1', '+44 7700 900123', '+44', '7700900123'],
  ['+1', '0044 7700 900123', '+44', '7700900123'],
  ['+1', '011 44 7700 900123', '+44', '7700900123'],
  ['+44', '+353 85 012 3456', '+353', '850123456'],
  ['+44', '+1 (612) 555-0100', '+1', '6125550100'],
  // Too short without its code, so the number keeps it.
  ['+1', '+354 581 2345', '+354', '+3545812345'],
])('reads with %s selected %s as a number of another code', (chosen, typed, code, rest) => {
  expect(read(chosen, typed)).toEqual([code, rest, code]);
});

it.each([
  ['+1', '+1 612 555 0100', '6125550100'],
  ['+44', '0044 7700 900123', '7700900123'],
])('drops with %s selected the code of %s', (chosen, typed, rest) => {
  expect(read(chosen, typed)).toEqual([chosen, rest, null]);
});

it.each([
  ['+1', '612 555 0100'],
  ['+44', '07700 900123'],
  ['+44', '011 4960 0123'],
  ['+1', '+12345678'],
  ['+1', '+999 1234 5678'],
  ['+1', '+44 123'],
  ['+1', 'call me'],
  ['+1', ''],
])('keeps with %s selected %j', (chosen, typed) => expect(read(chosen, typed)).toEqual([chosen, typed, null]));

it('overwrites marks that a password manager filled in', () => {
  const form = new FormData();
  form.append('countryCode', '+1');
  form.append('phoneNumber', '+447700900123');
  form.append(READ_AS, 'x');
  form.append(READ_AS, 'y');
  expect(followTypedCode(form, SELECT).getAll(READ_AS)).toEqual(['+44']);
  expect(followTypedCode(new FormData(), SELECT).has(READ_AS)).toBe(false);
});

it.each([
  ['612 555 0100 x12', '612 555 0100', '12'],
  ['(612) 555-0100 ext. 12', '(612) 555-0100', '12'],
  ['6125550100EXT:7', '6125550100', '7'],
  ['612 555 0100, extension 4321', '612 555 0100', '4321'],
  ['55 1234 5678 extensión 9', '55 1234 5678', '9'],
  ['612 555 0100 #3', '612 555 0100', '3'],
  ['612 555 0100', '612 555 0100', ''],
  ['x12', 'x12', ''],
  ['612 555 0100 x', '612 555 0100 x', ''],
])('splits the extension from %j', (typed, number, extension) => {
  const form = new FormData();
  form.set('phoneNumber', typed);
  form.set('phoneExtension', '');
  const split = splitExtension(form);
  expect([split.get('phoneNumber'), split.get('phoneExtension')]).toEqual([number, extension]);
});

it('handles a very long text quickly', () => {
  const form = new FormData();
  form.set('phoneNumber', '1'.repeat(60_000));
  expect(splitExtension(form)).toBe(form);
});

it('keeps an extension typed into its own field', () => {
  const form = new FormData();
  form.set('phoneNumber', '612 555 0100 x12');
  form.set('phoneExtension', '5');
  expect(splitExtension(form).get('phoneExtension')).toBe('5');
});
