import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMoney, percent, percentIncludedIn, percentOf, percentOfInScript } from './money';

const amounts = fc.integer({ min: 0, max: 10_000_000 });
const rates = fc.integer({ min: 0, max: 100_000 });

describe('percentOf', () => {
  it('rounds half a minor unit up', () => {
    expect(percentOf(50, percent(1), 'USD')).toBe(1);
    expect(percentOf(49, percent(1), 'USD')).toBe(0);
    expect(percentOf(16800, percent(6.875), 'USD')).toBe(1155);
    expect(percentOf(12000, percent(14.975), 'USD')).toBe(1797);
  });

  it('is an integer within half a minor unit of the exact share', () => {
    fc.assert(
      fc.property(amounts, rates, (amount, rate) => {
        const share = percentOf(amount, rate, 'USD');
        expect(Number.isInteger(share)).toBe(true);
        expect(Math.abs(share * 100_000 - amount * rate)).toBeLessThanOrEqual(50_000);
      }),
    );
  });
});

describe('percentOfInScript', () => {
  it('equals percentOf', () => {
    fc.assert(
      fc.property(amounts, rates, (amount, rate) => {
        expect(percentOfInScript(amount, rate)).toBe(percentOf(amount, rate, 'USD'));
      }),
    );
    expect(percentOfInScript(50, percent(1))).toBe(1);
  });
});

describe('percentIncludedIn', () => {
  it('finds the VAT included in UK prices', () => {
    expect(percentIncludedIn(11988, percent(20))).toBe(1998);
    expect(percentIncludedIn(21588, percent(20))).toBe(3598);
  });

  it('recovers the added percentage to within one minor unit', () => {
    fc.assert(
      fc.property(amounts, rates, (net, rate) => {
        const tax = percentOf(net, rate, 'GBP');
        expect(Math.abs(percentIncludedIn(net + tax, rate) - tax)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('formatMoney', () => {
  it.each([
    [16800, 'USD', 'en', '$168.00'],
    [123456, 'USD', 'es', '$1,234.56'],
    [11988, 'GBP', 'en-GB', '£119.88'],
    [11988, 'GBP', 'es', '£119.88'],
    [0, 'USD', 'en', '$0.00'],
  ] as const)('formats %i %s in %s as %s', (amount, currency, language, text) => {
    expect(formatMoney(amount, currency, language)).toBe(text);
  });
});
