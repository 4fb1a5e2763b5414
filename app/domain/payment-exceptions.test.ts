import { expect, it } from 'vitest';
import { exceptionOfDecline } from './payment-exceptions';

it.each([
  ['2000', 'Payment method declined'],
  ['2004', 'Invalid expiration date'],
  ['2005', 'Invalid card number'],
  ['fraud', 'Payment method declined'],
  ['2099', 'Card authentication required'],
  ['three_d_secure', 'Card authentication required'],
  ['constructor', 'Payment method declined'],
])('maps a decline for %s to %s', (reason, exception) => {
  expect(exceptionOfDecline(reason)).toBe(exception);
});
