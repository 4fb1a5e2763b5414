import { expect, test } from 'vitest';
import { phoneNumberFor } from './phone-numbers';

test.each([
  ['+44', '07700900123', '+44 7700 900123'],
  ['+44', '7700900123', '+44 7700 900123'],
  ['+1', '6125550100', '+1 612 555 0100'],
  ['+52', '5512345678', '+52 55 1234 5678'],
  // Italian numbers keep their zero.
  ['+39', '0698123456', '+39 06 9812 3456'],
  ['+800', '12345678', '+800 1234 5678'],
  ['+672', '1', '+672 1'],
  // Backends may return other texts.
  ['44', '07700900123', '+44 7700 900123'],
  ['home', '6125550100', 'home 6125550100'],
  ['+999', '6125550100', '+999 6125550100'],
  ['001 ', '6125550100', '001  6125550100'],
])('formats %s and %s as %s', (countryCode, phoneNumber, written) => {
  expect(phoneNumberFor({ countryCode, phoneNumber })).toBe(written);
});
