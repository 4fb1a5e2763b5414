import { describe, expect, it } from 'vitest';
import type { PricingInfo } from '~/backend/schemas/prices';
import { freshState } from '~/journeys/join-state';
import type { Billed } from '~/journeys/journey';
import { createReviewSeals, REVIEW_PARTS, type ReviewPart } from '~/server/request/review-seals.server';
import { answersBehind, BILLED_ANN, IN_MINNESOTA, OWN_BUILD, VISA } from '~tests/walks/parent-moves';
import { answeredParts, reviewParts, undiscountedParts, type ReviewFigures } from './shown-review.server';

const seals = createReviewSeals(['a secret for tests, thirty-two chars.']).forPages({
  findShown: () => 'a page',
  pressed: 'a page',
});
const PAYMENT = { key: 'a key', order: OWN_BUILD, total: 100, tax: 7, taxId: null, years: 2 as const };

const PRICING = {
  taxId: 'sample-US-MN',
  totals: { total: 14_963, taxAmount: 963, currencyCode: 'USD' },
  couponDetail: { couponCode: 'SPRING', description: '20% off', discount: 2_000, discountFormatted: '$20.00' },
  paymentCodeDetails: [{ code: 'PREPAID-10', amount: 1_000, amountFormatted: '$10.00' }],
} as PricingInfo;
const FIGURES: ReviewFigures = { pricing: PRICING, renewal: { total: 18_168, formatted: '$181.68' }, years: 2 };
const VERSION = '2026-11-01';
const COUNTED = { ...freshState, lastCompletedStep: 3, lastCompletedPaymentStep: 2 } as const;
const STATE = {
  ...COUNTED,
  ...answersBehind(COUNTED),
  chosenPackage: { id: '2041', buildYourOwn: true },
  order: OWN_BUILD,
  codes: ['PREPAID-10'],
  discount: { referrer: 'spring', percentage: 20 },
} as Billed;

interface Changed {
  state?: Partial<Billed>;
  pricing?: Partial<PricingInfo>;
  renewal?: ReviewFigures['renewal'] | null;
  years?: 1;
  version?: string;
}

const order = (change: Partial<Billed['order']>): Changed => ({ state: { order: { ...OWN_BUILD, ...change } } });
const parent = (change: Partial<Billed['parent']>): Changed => ({ state: { parent: { ...BILLED_ANN, ...change } } });
const billing = (change: Partial<Billed['billing']>): Changed => ({
  state: { billing: { ...IN_MINNESOTA, ...change } },
});
const card = (change: Partial<typeof VISA>): Changed => ({ state: { card: { ...VISA, ...change } } });
const totals = (change: Partial<PricingInfo['totals']>): Changed => ({
  pricing: { totals: { ...PRICING.totals, ...change } },
});
const coupon = (change: Partial<NonNullable<PricingInfo['couponDetail']>> | null): Changed => ({
  pricing: { couponDetail: change && { ...PRICING.couponDetail!, ...change } },
});
const code = (amount: number | null): Changed => ({
  pricing: {
    paymentCodeDetails: [{ code: 'PREPAID-10', amount, amountFormatted: '$9.00', unused: null, unusedFormatted: null }],
  },
});

/** The changes that make each part differ. */
const CHANGES: Record<ReviewPart, readonly Changed[]> = {
  order: [order({ packageId: '2042' }), order({ productId: 'SUB1YEAR' }), order({ services: ['TONEMETER'] })],
  coParent: [{ state: { paysForCoParent: true } }],
  invitation: [
    {
      state: {
        family: {
          coParent: { firstName: 'Bo', lastName: 'Lee', countryCode: '+1', knowsCoParentEmail: true },
          children: [],
        },
      },
    },
    {
      state: {
        family: {
          coParent: {
            firstName: 'Bo',
            lastName: 'Lee',
            countryCode: '+1',
            knowsCoParentEmail: true,
            email: 'bo@example.com',
          },
          children: [],
        },
      },
    },
  ],
  instrument: [
    card({ nonce: 'another nonce' }),
    card({ lastFour: '4444' }),
    card({ brand: 'mastercard' }),
    { state: { card: undefined, paypal: { nonce: VISA.nonce } } },
    { state: { card: undefined, venmo: { nonce: VISA.nonce } } },
    { state: { card: undefined } },
  ],
  email: [parent({ email: 'anna@example.com' })],
  name: [parent({ firstName: 'Anna' }), parent({ lastName: 'Lea' })],
  address: [
    billing({ billingAddress: '13 Elm Street' }),
    billing({ billingAddress2: 'Apt 4' }),
    billing({ city: 'Duluth' }),
    billing({ region: 'WI' }),
    billing({ postalCode: '55102' }),
  ],
  phone: [parent({ phoneNumber: '6125550101' }), parent({ countryCode: '+44' })],
  codes: [
    { state: { codes: ['PREPAID-10', 'SPENT'] } },
    code(900),
    code(null),
    { pricing: { paymentCodeDetails: [] } },
  ],
  coupon: [
    coupon(null),
    coupon({ couponCode: 'AUTUMN' }),
    coupon({ discount: 1_900 }),
    { state: { discount: { referrer: 'autumn', percentage: 20 } } },
    { state: { discount: { referrer: 'spring', percentage: 25 } } },
    { state: { discount: undefined } },
  ],
  tax: [totals({ taxAmount: 964 })],
  total: [totals({ total: 14_964 }), totals({ currencyCode: 'GBP' })],
  renewal: [{ renewal: { total: 18_169, formatted: '$181.68' } }, { renewal: null }, { years: 1 }],
  terms: [{ version: '2026-12-01' }],
};

function changedBy(
  { state, pricing, renewal = FIGURES.renewal, years, version = VERSION }: Changed,
  before = STATE,
): ReviewPart[] {
  const shown = seals.open(seals.seal(PAYMENT, reviewParts(before, FIGURES, VERSION)));
  const now = { pricing: { ...PRICING, ...pricing }, renewal: renewal ?? undefined, years: years ?? FIGURES.years };
  return shown!.findChanged(reviewParts({ ...before, ...state }, now, version));
}

describe('a displayed review', () => {
  it.each(REVIEW_PARTS.flatMap((part) => CHANGES[part].map((change) => [part, change] as const)))(
    'differs only in its %s after %j',
    (part, change) => expect(changedBy(change)).toEqual([part]),
  );

  it('differs in terms and address for another country that requires consent', () => {
    expect(changedBy(billing({ country: 'CA' }))).toEqual(['address', 'terms']);
  });

  it.each<[string, Changed]>([
    [
      'were written in another order',
      {
        state: {
          billing: Object.fromEntries(Object.entries(IN_MINNESOTA).toReversed()) as unknown as typeof IN_MINNESOTA,
        },
      },
    ],
    ['name the same services in another order', order({ services: OWN_BUILD.services.toReversed() })],
    ['were described in another language', coupon({ description: '20% de descuento', discountFormatted: 'USD 20.00' })],
    ['have another referral', billing({ referral: 'FRIEND_FAMILY' })],
    ['have an empty second line of the address', billing({ billingAddress2: '' })],
  ])('is the same if the answers %s', (_what, change) => expect(changedBy(change)).toEqual([]));
});

it.each<[string, Partial<Billed>, Partial<Billed>[]]>([
  [
    'PayPal',
    { paypal: { nonce: 'one', email: 'ann@pay.example' } },
    [{ paypal: { nonce: 'two', email: 'ann@pay.example' } }, { paypal: { nonce: 'one', email: 'ben@pay.example' } }],
  ],
  [
    'Venmo',
    { venmo: { nonce: 'one', username: '@ann' } },
    [{ venmo: { nonce: 'two', username: '@ann' } }, { venmo: { nonce: 'one', username: '@ben' } }],
  ],
])('distinguishes approvals of %s by nonce and by owner', (_name, approved, others) => {
  const before = { ...STATE, card: undefined, ...approved };
  expect(changedBy({}, before)).toEqual([]);
  for (const state of others) expect(changedBy({ state }, before)).toEqual(['instrument']);
});

it('ignores the payment method for a total of zero', () => {
  const withoutCard = { ...STATE, card: undefined };
  expect(answeredParts(STATE, 0, VERSION).instrument).toEqual(answeredParts(withoutCard, 0, VERSION).instrument);
  expect(answeredParts(STATE, 1, VERSION).instrument).not.toEqual(answeredParts(withoutCard, 1, VERSION).instrument);
});

it('compares codes and coupon of an undiscounted order without its price', () => {
  const full = { ...STATE, codes: undefined, discount: undefined };
  const pricing = { ...PRICING, couponDetail: null, paymentCodeDetails: [] };
  const { codes, coupon: none } = reviewParts(full, { ...FIGURES, pricing }, VERSION);
  expect(undiscountedParts(full)).toEqual({ codes, coupon: none });
});
