import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { findOperation } from '~/backend/contract/contract';
import { inviteContext } from './invites';
import { offeredPackage, offeredPackages } from './offers';
import { paymentAnswer } from './payments';
import { pricingInfo } from './prices';
import { missingFields } from './reading';

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

it.each([
  ['$179.55', '$179.55'],
  ['US$ 179,55', 'US$ 179,55'],
  ['$17.95', '$179.62'],
  ['free', '$179.62'],
  ['$180', '$179.62'],
  ['£179.62', '$179.62'],
])('shows a total whose text is %s as %s', (totalFormatted, shown) => {
  const total = shown === '$179.62' ? 17962 : 17955;
  const totals = { currencyCode: 'USD', taxAmount: 1155, total, totalFormatted };
  expect(pricingInfo.parse({ totals }).totals.totalFormatted).toBe(shown);
  expect(paymentAnswer.parse({ receipt: { totals }, registration: {} }).receipt.totals.totalFormatted).toBe(shown);
});

/** Says one amount as another one, in the other currency, and in words. */
const CONTRADICTIONS = ['$12.34', '£120.00', 'free', '$1,200.00'];

it.each(CONTRADICTIONS)('shows the amounts of discounts, codes and the renewal if their texts say %s', (said) => {
  const totals = { currencyCode: 'USD', taxAmount: 0, total: 0 };
  const couponDetail = { couponCode: 'C', description: 'Offer', discount: 12000, discountFormatted: said };
  const code = { code: 'GIFT', amount: 12000, amountFormatted: said, unused: 12000, unusedFormatted: said };
  const renewal = { date: '2027-03-01T12:00:00Z', total: 12000, totalFormatted: said };
  const price = pricingInfo.parse({ totals, couponDetail, paymentCodeDetails: [code] });
  const { receipt, pricingInfo: paid } = paymentAnswer.parse({
    receipt: { totals, paymentCodeDetails: [code], renewal },
    registration: {},
    pricingInfo: { couponDetail },
  });
  for (const [coupon, [one]] of [
    [price.couponDetail, price.paymentCodeDetails],
    [paid.couponDetail, receipt.paymentCodeDetails],
  ] as const) {
    expect(coupon).toMatchObject({ discountFormatted: '$120.00' });
    expect(one).toMatchObject({ amountFormatted: '$120.00', unusedFormatted: '$120.00' });
  }
  expect(receipt.renewal).toMatchObject({ totalFormatted: '$120.00' });
});

const NOT_FOR_HEADERS = ['', ' ', ' key', 'key\n', 'a key', 'key\u2019s', 'cl\u00e9', '\u7535\u5b50', 'a\u0000b'];

it.each(NOT_FOR_HEADERS)('reads the token %j as missing, because no header can carry it', (clickToJoinToken) => {
  const sent = { receipt: {}, registration: {}, clickToJoinToken };
  expect(paymentAnswer.parse(sent).clickToJoinToken).toBeNull();
  expect(missingFields(paymentAnswer, sent)).toContain('clickToJoinToken');
});

it.each(NOT_FOR_HEADERS)('rejects the registration key %j, because no header can carry it', (registrationKey) => {
  const created = findOperation(['registrations', 'create'])!.outputSchema as z.ZodType;
  expect(created.safeParse({ registrationKey, signupId: '1' }).error?.issues).toMatchObject([
    { path: ['registrationKey'] },
  ]);
  expect(created.safeParse({ registrationKey: 'a.b-c_d+/=', signupId: '1' }).success).toBe(true);
});

describe('a list of packages', () => {
  const plus = { id: '2021', displayName: 'Plus', currencyCode: 'USD', subDurationInYears: 1 };
  const texts = {
    receiptText: 'Plus',
    features: ['x'],
    buildYourOwn: false,
    analyticsPackage: 'PLUS',
    currencySymbol: '$',
    price: 12000,
    priceFormatted: '$120.00',
  };
  const whole = { ...plus, ...texts };

  it.each([
    ['displayName', undefined],
    ['displayName', null],
    ['displayName', 7],
    ['displayName', ' '],
    ['currencyCode', undefined],
    ['currencyCode', null],
    ['currencyCode', 840],
    ['currencyCode', 'EUR'],
    ['subDurationInYears', undefined],
    ['subDurationInYears', 3],
    ['id', null],
    ['id', ''],
  ])('omits and reports one whose %s is %j, and keeps the others', (name, value) => {
    const sent = [whole, { ...whole, id: '2022', [name]: value }];
    expect(offeredPackages.parse(sent).map(({ id }) => id)).toEqual(['2021']);
    expect(missingFields(offeredPackages, sent)).toEqual([`[].${name}`]);
  });

  it.each(CONTRADICTIONS)('shows the amounts of packages and their parts if their texts say %s', (said) => {
    const sent = {
      ...whole,
      ...{ priceFormatted: said, vatAmount: 12000, vatAmountFormatted: said },
      subscriptions: [{ productId: 'SUB1YEAR', years: 1, price: 12000, priceFormatted: said }],
      options: [{ code: 'X', displayName: 'X', pricePerYear: 12000, pricePerYearFormatted: said }],
    };
    expect(offeredPackage.parse(sent)).toMatchObject({
      ...{ priceFormatted: '$120.00', vatAmountFormatted: '$120.00' },
      subscriptions: [{ priceFormatted: '$120.00' }],
      options: [{ pricePerYearFormatted: '$120.00' }],
    });
  });

  it('takes VAT of zero for none, because tax may be added', () => {
    const sent = { ...whole, vatAmount: 0, vatAmountFormatted: '$0.00' };
    expect(offeredPackage.parse(sent)).toMatchObject({ vatAmount: null, vatAmountFormatted: null });
  });

  it('omits and reports a term and an option that are unknown, and keeps the others', () => {
    const sent = {
      ...whole,
      subscriptions: [
        { productId: 'SUB3YEAR', years: 3, price: 30000, priceFormatted: '$300.00' },
        { productId: 'SUB2YEAR', years: 2, price: 24000, priceFormatted: '$240.00' },
      ],
      options: [
        { code: 7, displayName: 'Seven', pricePerYear: 100, pricePerYearFormatted: '$1.00' },
        { code: 'X', displayName: 'X', pricePerYear: 12000, pricePerYearFormatted: '$120.00' },
      ],
    };
    expect(offeredPackage.parse(sent)).toMatchObject({
      subscriptions: [{ productId: 'SUB2YEAR' }],
      options: [{ code: 'X' }],
    });
    expect(missingFields(offeredPackage, sent)).toEqual([
      'subscriptions.[].productId',
      'subscriptions.[].years',
      'options.[].code',
    ]);
  });

  it('reads the code in upper case, as links and rules have it', () => {
    const sent = [whole, { ...whole, code: 'Premium1' }];
    expect(offeredPackages.parse(sent).map(({ code }) => code)).toEqual([null, 'PREMIUM1']);
  });

  it('omits and reports an entry that is not a package', () => {
    expect(offeredPackages.parse([null, 'Plus', whole])).toHaveLength(1);
    expect(missingFields(offeredPackages, [null, 'Plus', whole])).toEqual(['[]']);
  });

  it('is empty if none is usable, and rejected if it is not a list', () => {
    expect(offeredPackages.parse([{}])).toEqual([]);
    expect(offeredPackages.safeParse({ packages: [whole] }).success).toBe(false);
  });
});
