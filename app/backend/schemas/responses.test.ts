import { expect, it } from 'vitest';
import { inviteContext } from './invites';
import { paymentAnswer } from './payments';
import { pricingInfo } from './prices';

it.each([
  ['America/Chicago', 'America/Chicago'],
  // The receipt's dates would fail.
  ['Central Time', 'UTC'],
  [null, 'UTC'],
])('reads the time zone %s of a paid order as %s', (timeZone, read) => {
  const order = { packageId: '2021', productId: null, services: [] };
  const paidOrder = { answer: { receipt: {}, registration: {} }, order, timeZone };
  expect(inviteContext.shape.paidOrder.parse(paidOrder)).toMatchObject({ timeZone: read });
});

it('reads a coupon of zero as none, before and after a payment', () => {
  const totals = { currencyCode: 'USD', taxAmount: 825, total: 12825 };
  const couponDetail = { couponCode: 'NONE', description: 'No coupon', discount: 0, discountFormatted: '$0.00' };
  expect(pricingInfo.parse({ totals, couponDetail }).couponDetail).toBeNull();
  const answer = paymentAnswer.parse({ receipt: { totals }, registration: {}, pricingInfo: { couponDetail } });
  expect(answer.pricingInfo.couponDetail).toBeNull();
});

it.each(['total', 'taxAmount'])('reads no price whose %s is below zero', (what) => {
  const totals = { currencyCode: 'USD', taxAmount: 0, total: 0 };
  expect(pricingInfo.safeParse({ totals })).toMatchObject({ success: true });
  expect(pricingInfo.safeParse({ totals: { ...totals, [what]: -1 } })).toMatchObject({ success: false });
});
