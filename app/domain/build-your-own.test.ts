import { describe, expect, it } from 'vitest';
import { findBuildYourOwnPrice, findOptionPrice, isStorageIncluded } from './build-your-own';

const prices = {
  subscriptions: { SUB1YEAR: 9600, SUB2YEAR: 17400 },
  optionsPerYear: { MYFILES: 2400, TONEMETER: 1200, TONEMETERCOPARENT: 1200, UNLIMITEDPAYMENTS: 1800, CALLSBASIC: 0 },
};
const price = (productId: string | null, services: string[], isStoragePriced = false) =>
  findBuildYourOwnPrice(prices, { productId, services }, isStoragePriced);

describe('findBuildYourOwnPrice', () => {
  it('doubles the options for a two-year subscription', () => {
    expect(price('SUB2YEAR', ['TONEMETER', 'UNLIMITEDPAYMENTS'])).toBe(23400);
    expect(price('SUB1YEAR', ['TONEMETER', 'UNLIMITEDPAYMENTS'])).toBe(12600);
  });

  it('charges nothing for calls, and for storage only when GROW805 prices it', () => {
    expect(price('SUB1YEAR', ['CALLSBASIC', 'MYFILES'])).toBe(9600);
    expect(price('SUB2YEAR', ['CALLSBASIC', 'MYFILES'], true)).toBe(22200);
    expect(findOptionPrice(prices, 'MYFILES', true)).toBe(2400);
  });

  it.each([
    [null, []],
    ['SUB3YEAR', []],
    ['SUB1YEAR', ['NOTSOLD']],
    ['SUB1YEAR', ['constructor']],
    ['SUB1YEAR', ['TONEMETER', 'TONEMETER']],
  ])('does not price %j with %j', (productId, services) => {
    expect(price(productId, services)).toBeUndefined();
  });
});

describe('isStorageIncluded', () => {
  it.each([
    [true, [{ code: 'MYFILES', pricePerYear: 0 }]],
    [false, [{ code: 'MYFILES', pricePerYear: 2400 }]],
    [false, [{ code: 'MYFILES', pricePerYear: null }]],
    [false, [{ code: 'CALLSBASIC', pricePerYear: 0 }]],
    [false, []],
  ])('is %s for the options %j', (expected, options) => {
    expect(isStorageIncluded({ options })).toBe(expected);
  });
});
