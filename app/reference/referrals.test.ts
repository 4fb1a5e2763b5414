import { expect, test } from 'vitest';
import { isReferral, needsReferralText, REFERRALS } from './referrals';

test('asks for a text after three of the options', () => {
  expect(REFERRALS.filter(needsReferralText)).toEqual(['REFERRED_FL', 'COURT_ORDERED', 'OTHER']);
});

test('accepts only listed options', () => {
  expect(REFERRALS.every(isReferral)).toBe(true);
  expect(isReferral('')).toBe(false);
});
