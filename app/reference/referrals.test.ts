import { expect, test } from 'vitest';
import { isReferral, needsReferralText, REFERRALS } from './referrals';

test('three answers ask for a text', () => {
  expect(REFERRALS.filter(needsReferralText)).toEqual(['REFERRED_FL', 'COURT_ORDERED', 'OTHER']);
});

test('only what is on the list is an answer', () => {
  expect(REFERRALS.every(isReferral)).toBe(true);
  expect(isReferral('')).toBe(false);
});
