import { expect, it } from 'vitest';
import { toDecimal } from '~/domain/money';
import { fromDecimal } from './amount';

it.each([
  [0, '0.00'],
  [5, '0.05'],
  [10, '0.10'],
  [100, '1.00'],
  [1999, '19.99'],
  [17955, '179.55'],
  [900719925474099, '9007199254740.99'],
])('converts %d to %s and back', (amount, decimal) => {
  expect(toDecimal(amount)).toBe(decimal);
  expect(fromDecimal(decimal)).toBe(amount);
});

it('round-trips every amount up to 200.00', () => {
  for (let amount = 0; amount <= 20_000; amount += 1) expect(fromDecimal(toDecimal(amount))).toBe(amount);
});

it.each(['1', '1.5', '1.555', '1e3', '-1.00', '1,00', '', ' 1.00', null, 1])('rejects the decimal %j', (decimal) => {
  expect(() => fromDecimal(decimal)).toThrow('unreadable');
});

it.each([1.5, -1, NaN, 2 ** 53])('rejects the amount %d', (amount) => {
  expect(() => toDecimal(amount)).toThrow('not an amount');
});
