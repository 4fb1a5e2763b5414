import { describe, expect, it } from 'vitest';
import { isVatIncluded, parsePackageCode, sortPackages } from './packages';

describe('parsePackageCode', () => {
  it.each([
    ['ESSENTIALS1', { name: 'ESSENTIALS', years: 1 }],
    ['PLUS2', { name: 'PLUS', years: 2 }],
    ['BUILD3', { name: 'BUILD', years: 1 }],
  ] as const)('reads %s', (code, expected) => {
    expect(parsePackageCode(code)).toEqual(expected);
  });

  it.each(['', 'PLUS', '2', 'PLUS22', 'PLUS 2', '2PLUS'])('refuses %j', (code) => {
    expect(() => parsePackageCode(code)).toThrow();
  });
});

describe('isVatIncluded', () => {
  it('holds for the UK packages alone', () => {
    expect(['2061', '2063', '2062', '2011'].map(isVatIncluded)).toEqual([true, true, false, false]);
  });
});

describe('sortPackages', () => {
  const packages = [
    { id: 'a', price: 3, priority: 1 },
    { id: 'b', price: 1, priority: 2 },
    { id: 'c', price: 2, priority: 0 },
  ];
  it('sorts by price or by priority and leaves the list alone', () => {
    expect(sortPackages(packages, 'price').map(({ id }) => id)).toEqual(['b', 'c', 'a']);
    expect(sortPackages(packages, 'priority').map(({ id }) => id)).toEqual(['c', 'a', 'b']);
    expect(packages[0]!.id).toBe('a');
  });
});
