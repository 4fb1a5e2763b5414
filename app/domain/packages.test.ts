import { describe, expect, it } from 'vitest';
import {
  findHighestSaving,
  findIncludedPackage,
  findSaving,
  isVatIncluded,
  requirePackageCode,
  savingOf,
  sortPackages,
} from './packages';

describe('requirePackageCode', () => {
  it.each([
    ['ESSENTIALS1', { name: 'ESSENTIALS', years: 1 }],
    ['PLUS2', { name: 'PLUS', years: 2 }],
    ['BUILD3', { name: 'BUILD', years: 1 }],
  ] as const)('parses the code %s', (code, expected) => {
    expect(requirePackageCode(code)).toEqual(expected);
  });

  it.each(['', 'PLUS', '2', 'PLUS22', 'PLUS 2', '2PLUS'])('rejects the code %j', (code) => {
    expect(() => requirePackageCode(code)).toThrow();
  });
});

describe('isVatIncluded', () => {
  it('is true only for the UK packages', () => {
    expect(['2061', '2063', '2062', '2011'].map(isVatIncluded)).toEqual([true, true, false, false]);
  });
});

describe('sortPackages', () => {
  const packages = [
    { id: 'a', price: 3, priority: 1 },
    { id: 'b', price: 1, priority: 2 },
    { id: 'c', price: 2, priority: 0 },
  ];
  it('sorts by price or by priority and does not change the list', () => {
    expect(sortPackages(packages, 'price').map(({ id }) => id)).toEqual(['b', 'c', 'a']);
    expect(sortPackages(packages, 'priority').map(({ id }) => id)).toEqual(['c', 'a', 'b']);
    expect(packages[0]!.id).toBe('a');
  });
});

describe('the saving of a two-year term', () => {
  const sold = (code: string | null, price: number | null, currencyCode = 'USD') => ({
    code,
    price,
    currencyCode,
    subDurationInYears: code?.endsWith('2') ? (2 as const) : (1 as const),
  });
  const one = sold('PLUS1', 16800);

  it('compares with twice the one-year price', () => {
    const two = sold('PLUS2', 30000);
    expect(findSaving([sold('ESSENTIALS1', 12000), one, two], two)).toBe(3600);
    expect(findSaving([one, two], one)).toBeNull();
  });

  it.each([
    ['the same package has no one-year term', [sold('ESSENTIALS1', 20000)], sold('PLUS2', 30000)],
    ['the year is sold in another currency', [sold('PLUS1', 16800, 'GBP')], sold('PLUS2', 30000)],
    ['two years cost as much', [one], sold('PLUS2', 33600)],
    ['a price is not known', [sold('PLUS1', null)], sold('PLUS2', 30000)],
  ])('is absent if %s', (_why, others, two) => {
    expect(findSaving([...others, two], two)).toBeNull();
  });

  it('is absent for packages without a code', () => {
    const two = { ...sold(null, 30000), subDurationInYears: 2 as const };
    expect(findSaving([sold(null, 16800), two], two)).toBeNull();
  });

  it('is highest for one of the packages', () => {
    const packages = [one, sold('PLUS2', 30000), sold('ESSENTIALS1', 12000), sold('ESSENTIALS2', 21600)];
    expect(findHighestSaving(packages)).toEqual({ amount: 3600, currency: 'USD' });
    expect(findHighestSaving([one])).toBeNull();
  });

  it('is the difference of two prices', () => {
    expect([savingOf(9600, 17400), savingOf(9600, 19200), savingOf(null, 17400)]).toEqual([1800, null, null]);
  });
});

describe('findIncludedPackage', () => {
  const sold = (features: string, buildYourOwn = false, subDurationInYears: 1 | 2 = 1) => ({
    features: [...features],
    buildYourOwn,
    subDurationInYears,
  });
  // cspell:ignore cbad
  const [small, middle, large] = [sold('ab'), sold('abc'), sold('cbad')];

  it('is the largest package whose features are all included', () => {
    expect(findIncludedPackage([small, middle, large], large)).toBe(middle);
    expect(findIncludedPackage([small, middle, large], middle)).toBe(small);
    expect(findIncludedPackage([small, middle, large], small)).toBeUndefined();
  });

  it('is absent for a package that the list shows later', () => {
    expect(findIncludedPackage([large, small, middle], large)).toBeUndefined();
    expect(findIncludedPackage([large, small, middle], middle)).toBe(small);
  });

  it('is absent for a different, longer, self-built or featureless package', () => {
    const others = [sold('abx'), sold('ab', false, 2), sold('ab', true), sold(''), sold('abcd')];
    expect(findIncludedPackage([...others, large], large)).toBeUndefined();
  });
});
