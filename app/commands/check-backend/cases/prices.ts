import { answered, fail, refused, thin, type Case, type Finding } from '../case';
import { need, type Known } from '../known';
import { ADDRESS } from '../people';
import type { PricingInfo } from '~/backend/schemas/prices';
import { lost, ofSignup } from './registrations';

/** What an order costs. */

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

const FAILED = 'is led back to the packages, on every try';

export const PRICES: readonly Case[] = [
  answered('registrations.price', {
    name: 'a package',
    rule: 'what an order costs, every figure also as text',
    sees: 'what is to be paid',
    otherwise: FAILED,
    ask: (known) => ({ ...ofSignup(known), body: pricing(known) }),
    look(price, known) {
      known.price = price;
      return [
        ...checkSums(price),
        known.offered?.price != null &&
          price.totals.selectedPackageTotal !== null &&
          price.totals.selectedPackageTotal !== known.offered.price &&
          fail('the package costs another amount than packages.list says'),
      ];
    },
  }),
  answered('registrations.price', {
    name: 'for the co-parent as well',
    rule: 'payForCoparent prices two subscriptions',
    sees: 'what both cost',
    otherwise: FAILED,
    ask: (known) => ({ ...ofSignup(known), body: pricing(known, { payForCoparent: true }) }),
    look: (price, known) => [
      ...checkSums(price),
      known.price !== undefined &&
        known.price.totals.total > 0 &&
        price.totals.total <= known.price.totals.total &&
        fail('both cost no more than one'),
    ],
  }),
  answered('registrations.price', {
    name: 'an activation code that is none',
    rule: 'a code that is not in paymentCodeDetails is shown as invalid',
    sees: '"Invalid activation code", and the price without it',
    otherwise: FAILED,
    ask: (known) => ({ ...ofSignup(known), body: pricing(known, { codes: ['NO-CODE-AT-ALL'] }) }),
    look: ({ paymentCodeDetails }) => [paymentCodeDetails.length > 0 && fail('it is taken')],
  }),
  answered('registrations.price', {
    name: 'an activation code',
    rule: 'a code that can be used is in paymentCodeDetails with its amount',
    sees: 'the code, and what is left to pay',
    otherwise: FAILED,
    ask: (known) => ({
      ...ofSignup(known),
      body: pricing(known, { codes: [need(known.hints.activationCode, '--activation-code')] }),
    }),
    look: (price, known) => [
      ...checkSums(price),
      price.paymentCodeDetails.length === 0 && fail('the code of --activation-code is not taken'),
      known.price !== undefined && price.totals.total >= known.price.totals.total && fail('it takes nothing off'),
    ],
  }),
  answered('registrations.price', {
    name: 'in pounds',
    rule: 'taxAmount of pounds is the VAT that the total holds: not 0, and not added to it',
    sees: 'what is to be paid, VAT included',
    otherwise: FAILED,
    ask(known) {
      const packageId = need(known.britishIds?.[0], 'pricingGroups.find with a British phone');
      return { ...ofSignup(known), body: { ...pricing(known, { packageId }), ...BRITAIN } };
    },
    look: (price) => [
      ...checkSums(price),
      price.totals.currencyCode !== 'GBP' && fail('it is not in pounds'),
      price.totals.taxAmount === 0 && thin('"VAT included £0.00"'),
      price.totals.subTotalAfterDiscount !== null &&
        price.totals.total > price.totals.subTotalAfterDiscount &&
        fail('VAT is added to a price that holds it'),
    ],
  }),
  answered('registrations.price', {
    name: 'a package that is put together',
    rule: 'an order of a build-your-own package has a productId and services, CALLSBASIC where calls are included',
    sees: 'what is to be paid',
    otherwise: FAILED,
    ask(known) {
      const { id, subscriptions } = need(known.buildYourOwn, 'a build-your-own package on offer');
      const productId = subscriptions[0]?.productId ?? 'SUB1YEAR';
      const orderDetail = { packageId: id, productId, services: ['CALLSBASIC'] };
      return { ...ofSignup(known), body: { ...pricing(known), orderDetail } };
    },
    look: checkSums,
  }),
  refused('registrations.price', {
    name: 'a package that nobody sells',
    rule: 'an order that cannot be had is refused',
    sees: 'is led back to the packages',
    otherwise: 'sees a price of something that cannot be had',
    as: ['invalid', 'gone'],
    ask: (known) => ({ ...ofSignup(known), body: pricing(known, { packageId: 'sold-nowhere' }) }),
  }),
  ...lost('registrations.price', (known, of) => ({ ...ofSignup(known, of), body: pricing(known) })),
];

/** Figures that a payer could add up themselves. Those that are not there are not checked. */
export function checkSums({ totals, finalPrice }: PricingInfo): (Finding | false)[] {
  const { total, taxAmount, subTotal, subTotalAfterDiscount } = totals;
  return [
    total < 0 && fail('the total is negative'),
    taxAmount < 0 && fail('the tax is negative'),
    finalPrice !== null && finalPrice !== total && fail('finalPrice is not totals.total'),
    subTotal !== null &&
      subTotalAfterDiscount !== null &&
      subTotalAfterDiscount > subTotal &&
      thin('an order summary where the discount adds to the price'),
  ];
}
