import { answered, fail, refused, thin, type Case, type Finding } from '../case';
import { need, type Known } from '../known';
import { ADDRESS } from '../people';
import type { PricingInfo } from '~/backend/schemas/prices';
import { lost, ofSignup } from './registrations';

/** The price of an order. */

interface Changes {
  packageId?: string;
  codes?: string[];
  payForCoparent?: boolean;
}

const orderOf = (known: Known, packageId?: string) => ({
  packageId: packageId ?? need(known.offered, 'packages.list').id,
  productId: null,
  services: [],
});

const pricing = (known: Known, { packageId, codes = [], payForCoparent = false }: Changes = {}) => ({
  address: { ...ADDRESS, type: 'PRIMARY' as const },
  limboId: need(known.signup, 'registrations.create').signupId,
  orderDetail: orderOf(known, packageId),
  payForCoparent,
  paymentCodes: codes,
  phoneCountryCode: '+1',
  phoneNumber: '6125550100',
});

const BRITAIN = {
  address: {
    line1: '1 High Street',
    line2: null,
    city: 'London',
    region: '',
    postalCode: 'SW1A 1AA',
    country: 'GB',
    type: 'PRIMARY' as const,
  },
  phoneCountryCode: '+44',
  phoneNumber: '7911123456',
};

const FAILED = 'is sent back to the packages on every try';

/** The packages with prices in pounds. A backend may offer others in Britain (docs/rules.md, "VAT and sales tax"). */
const IN_POUNDS: readonly string[] = ['2061', '2063'];

export const PRICES: readonly Case[] = [
  answered('registrations.price', {
    name: 'a package',
    rule: 'returns what an order costs, with every amount also as text',
    sees: 'the amount due',
    otherwise: FAILED,
    ask: (known) => ({ ...ofSignup(known), body: pricing(known) }),
    look(price, known) {
      known.price = price;
      return [
        ...checkSums(price),
        known.offered?.price != null &&
          price.totals.selectedPackageTotal !== null &&
          price.totals.selectedPackageTotal !== known.offered.price &&
          fail('the price of the package differs from packages.list'),
        known.hasCoupon === true &&
          price.couponDetail === null &&
          fail('registrations.coupons lists a coupon that couponDetail lacks'),
      ];
    },
  }),
  answered('registrations.price', {
    name: 'without the discount link',
    rule: 'the coupon lowers the subTotal; without X-Referrer-Key there is no coupon',
    sees: 'the renewal price',
    otherwise: FAILED,
    ask(known) {
      const { params, headers } = ofSignup(known);
      need(known.hasCoupon || undefined, '--discount with a coupon');
      return { params, headers: { ...headers, 'x-referrer-key': undefined }, body: pricing(known) };
    },
    look: (price, { price: discounted }) => [
      ...checkSums(price),
      price.couponDetail !== null && fail('it has a coupon'),
      discounted !== undefined &&
        price.totals.total <= discounted.totals.total &&
        fail('the announced coupon does not lower the price'),
      ...(discounted ? checkTax(price, discounted, 'the coupon') : []),
    ],
  }),
  answered('registrations.price', {
    name: 'for the co-parent as well',
    rule: 'payForCoparent prices two subscriptions',
    sees: 'the price for both',
    otherwise: FAILED,
    ask: (known) => ({ ...ofSignup(known), body: pricing(known, { payForCoparent: true }) }),
    look: (price, known) => [
      ...checkSums(price),
      known.price !== undefined &&
        known.price.totals.total > 0 &&
        price.totals.total <= known.price.totals.total &&
        fail('both cost no more than one'),
      known.price?.totals.subTotal != null &&
        price.totals.subTotal !== null &&
        price.totals.subTotal <= known.price.totals.subTotal &&
        fail("the subTotal omits the co-parent's price"),
    ],
  }),
  answered('registrations.price', {
    name: 'an unknown activation code',
    rule: 'a code that is not in paymentCodeDetails is shown as invalid',
    sees: '"Invalid activation code", and the price without it',
    otherwise: FAILED,
    ask: (known) => ({ ...ofSignup(known), body: pricing(known, { codes: ['NO-CODE-AT-ALL'] }) }),
    look: ({ paymentCodeDetails }) => [paymentCodeDetails.length > 0 && fail('it is accepted')],
  }),
  answered('registrations.price', {
    name: 'an activation code',
    rule: 'a valid code is in paymentCodeDetails with its amount',
    sees: 'the code and the remaining amount',
    otherwise: FAILED,
    ask: (known) => ({
      ...ofSignup(known),
      body: pricing(known, { codes: [need(known.hints.activationCode, '--activation-code')] }),
    }),
    look: (price, known) => [
      ...checkSums(price),
      price.paymentCodeDetails.length === 0 && fail('the code of --activation-code is not accepted'),
      known.price !== undefined &&
        price.totals.total >= known.price.totals.total &&
        fail('it does not lower the price'),
      ...(known.price ? checkTax(price, known.price, 'the code') : []),
    ],
  }),
  answered('registrations.price', {
    name: 'in pounds',
    rule: 'in pounds, taxAmount is the VAT included in the total: not 0, and not added to it',
    sees: 'the amount due, including VAT',
    otherwise: FAILED,
    ask(known) {
      const britishIds = need(known.britishIds, 'pricingGroups.find with a British phone');
      const packageId = need(
        britishIds.find((id) => IN_POUNDS.includes(id)),
        'a package offered in pounds',
      );
      return { ...ofSignup(known), body: { ...pricing(known, { packageId }), ...BRITAIN } };
    },
    look: (price) => [
      ...checkSums(price),
      price.totals.currencyCode !== 'GBP' && fail('it is not in pounds'),
      price.totals.taxAmount === 0 && thin('"VAT included £0.00"'),
      price.totals.subTotalAfterDiscount !== null &&
        price.totals.total > price.totals.subTotalAfterDiscount &&
        fail('VAT is added to a price that already includes it'),
    ],
  }),
  answered('registrations.price', {
    name: 'a build-your-own package',
    rule: 'an order of a build-your-own package has a productId and services, CALLSBASIC where calls are included',
    sees: 'the amount due',
    otherwise: FAILED,
    ask(known) {
      const { id, subscriptions } = need(known.buildYourOwn, 'an available build-your-own package');
      const productId = subscriptions[0]?.productId ?? 'SUB1YEAR';
      const orderDetail = { packageId: id, productId, services: ['CALLSBASIC'] };
      return { ...ofSignup(known), body: { ...pricing(known), orderDetail } };
    },
    look: checkSums,
  }),
  refused('registrations.price', {
    name: 'an unknown package',
    rule: 'rejects an order for an unavailable package',
    sees: 'is sent back to the packages',
    otherwise: 'sees a price for an unavailable package',
    as: ['invalid', 'gone'],
    ask: (known) => ({ ...ofSignup(known), body: pricing(known, { packageId: 'unknown-package' }) }),
  }),
  ...lost('registrations.price', (known, of) => ({ ...ofSignup(known, of), body: pricing(known) })),
];

/** Checks the sums that a payer could verify. Skips missing figures. */
export function checkSums({ totals, finalPrice, couponDetail, paymentCodeDetails }: PricingInfo): (Finding | false)[] {
  const { total, taxAmount, subTotal, subTotalAfterDiscount, currencyCode } = totals;
  const discount = couponDetail?.discount ?? 0;
  const discounted = subTotalAfterDiscount ?? (subTotal === null ? null : subTotal - discount);
  const codes = totals.paymentCodeTotal ?? paymentCodeDetails.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  return [
    total < 0 && fail('the total is negative'),
    taxAmount < 0 && fail('the tax is negative'),
    finalPrice !== null && finalPrice !== total && fail('finalPrice is not totals.total'),
    subTotal !== null &&
      subTotalAfterDiscount !== null &&
      subTotalAfterDiscount > subTotal &&
      thin('an order summary where the discount adds to the price'),
    subTotal !== null &&
      subTotalAfterDiscount !== null &&
      couponDetail !== null &&
      subTotalAfterDiscount !== subTotal - discount &&
      fail('the announced coupon is not deducted: subTotalAfterDiscount is not subTotal − discount'),
    discounted !== null &&
      total !== discounted - codes + (currencyCode === 'GBP' ? 0 : taxAmount) &&
      fail(`the total is not subTotalAfterDiscount − paymentCodeTotal${currencyCode === 'GBP' ? '' : ' + taxAmount'}`),
  ];
}

/** Minor units by which rounding may move a tax. */
const ROUNDING = 2;

/** Compares a tax with that of another price of the same package, address and currency: both apply to the amount left to pay. */
function checkTax({ totals }: PricingInfo, { totals: known }: PricingInfo, reduction: string): (Finding | false)[] {
  const [left, knownLeft] = [totals.total - totals.taxAmount, known.total - known.taxAmount];
  if (knownLeft <= 0 || totals.currencyCode !== 'USD') return [];
  const due = (known.taxAmount * left) / knownLeft;
  return [
    Math.abs(totals.taxAmount - due) > ROUNDING &&
      fail(`the tax is computed before ${reduction}: it is ${totals.taxAmount} instead of ${Math.round(due)}`),
  ];
}
