import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { percent, percentOf } from './money';
import { computePrices, couponPercent, onlyPercentage, reducedPrice, reducedTax, type PriceInput } from './prices';

const input: PriceInput = {
  packagePrice: 16800,
  currency: 'USD',
  payForCoparent: false,
  couponRate: null,
  codes: [],
  tax: { rate: percent(6.875), included: false },
};

describe('computePrices', () => {
  it('adds tax after coupon and codes', () => {
    expect(computePrices(input)).toMatchObject({ subTotal: 16800, taxAmount: 1155, total: 17955 });
    const reduced = computePrices({
      ...input,
      payForCoparent: true,
      couponRate: percent(20),
      codes: [{ code: 'A', amount: 4000 }],
    });
    expect(reduced).toEqual({
      selectedPackageTotal: 16800,
      subTotal: 33600,
      discount: 6720,
      subTotalAfterDiscount: 26880,
      codes: [{ code: 'A', amount: 4000, unused: 0 }],
      paymentCodeTotal: 4000,
      taxAmount: 1573,
      total: 24453,
    });
  });

  it('never deducts more than is due', () => {
    const prices = computePrices({
      ...input,
      packagePrice: 12000,
      codes: [
        { code: 'A', amount: 10000 },
        { code: 'B', amount: 12000 },
        { code: 'C', amount: 100 },
      ],
    });
    expect(prices.codes.map(({ amount }) => amount)).toEqual([10000, 2000, 0]);
    // The rest of B is lost; C is not spent.
    expect(prices.codes.map(({ unused }) => unused)).toEqual([0, 10000, 0]);
    expect(prices).toMatchObject({ paymentCodeTotal: 12000, taxAmount: 0, total: 0 });
  });

  it('keeps the total where VAT is included', () => {
    const prices = computePrices({
      ...input,
      packagePrice: 11988,
      currency: 'GBP',
      tax: { rate: percent(20), included: true },
    });
    expect(prices).toMatchObject({ taxAmount: 1998, total: 11988 });
  });

  it('returns non-negative integers that add up', () => {
    const inputs = fc.record({
      packagePrice: fc.integer({ min: 0, max: 1_000_000 }),
      currency: fc.constantFrom('USD', 'GBP') as fc.Arbitrary<'USD' | 'GBP'>,
      payForCoparent: fc.boolean(),
      couponRate: fc.option(fc.integer({ min: 0, max: 100_000 })),
      codes: fc.array(fc.record({ code: fc.string(), amount: fc.integer({ min: 0, max: 50_000 }) }), { maxLength: 4 }),
      tax: fc.record({ rate: fc.integer({ min: 0, max: 30_000 }), included: fc.boolean() }),
    });
    fc.assert(
      fc.property(inputs, (given) => {
        const prices = computePrices(given);
        const figures = [...Object.values(prices), ...prices.codes.map(({ amount }) => amount)];
        for (const figure of figures.filter((value) => typeof value === 'number')) {
          expect(Number.isSafeInteger(figure)).toBe(true);
          expect(figure).toBeGreaterThanOrEqual(0);
        }
        expect(prices.subTotal).toBe(prices.selectedPackageTotal * (given.payForCoparent ? 2 : 1));
        expect(prices.subTotal).toBe(prices.discount + prices.subTotalAfterDiscount);
        const addedTax = given.tax.included ? 0 : prices.taxAmount;
        expect(prices.total).toBe(prices.subTotalAfterDiscount - prices.paymentCodeTotal + addedTax);
        expect(prices.taxAmount).toBeLessThanOrEqual(prices.total);
      }),
    );
  });
});

describe('couponPercent', () => {
  it('rounds down, and returns 0 for a price of 0', () => {
    expect(couponPercent(3360, 16800)).toBe(20);
    expect(couponPercent(2399, 12000)).toBe(19);
    expect(couponPercent(0, 0)).toBe(0);
  });

  it('is the coupon’s percentage, even if its discount was rounded to a minor unit', () => {
    // 20% of £239.76 are 4795.2 pence.
    expect(couponPercent(4795, 23976)).toBe(20);
    const prices = fc.record({ percentage: fc.integer({ min: 1, max: 100 }), price: fc.integer({ min: 100 }) });
    fc.assert(
      fc.property(prices, ({ percentage, price }) => {
        expect(couponPercent(percentOf(price, percent(percentage), 'USD'), price)).toBe(percentage);
      }),
    );
  });
});

describe('reduced prices', () => {
  it('match the price and tax of an order with the coupon', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2000, max: 100_000 }),
        fc.integer({ min: 1, max: 1000 }).map((tenths) => tenths / 10),
        fc.constantFrom(5, 12.5, 20, 25),
        (packagePrice, percentage, rate) => {
          const tax = { rate: percent(rate), included: true };
          const shared = { packagePrice, currency: 'GBP' as const, payForCoparent: false, codes: [], tax };
          const full = computePrices({ ...shared, couponRate: null });
          const order = computePrices({ ...shared, couponRate: percent(percentage) });
          const reduced = reducedPrice(packagePrice, percentage, 'GBP');
          expect(reduced).toBe(order.subTotalAfterDiscount);
          expect(reducedTax(reduced, { price: full.total, tax: full.taxAmount })).toBe(order.taxAmount);
        },
      ),
    );
  });

  it('require exactly one coupon with a known percentage', () => {
    expect(onlyPercentage([{ percentage: 12.5 }])).toBe(12.5);
    expect(onlyPercentage([{ percentage: null }])).toBeUndefined();
    expect(onlyPercentage([{ percentage: 20 }, { percentage: 15 }])).toBeUndefined();
    expect(onlyPercentage([])).toBeUndefined();
  });
});
