import { expect, test } from 'vitest';
import { isWithin, LENGTHS } from './limits';
import { fitsLength } from './typed-text';

test('applies minimum and maximum, and counts characters as a reader does', () => {
  expect(['', 'A', 'é'.repeat(20), 'é'.repeat(21)].map((text) => fitsLength(text, LENGTHS.name))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(fitsLength('', LENGTHS.addressLine2)).toBe(true);
  expect([7, 8, 15, 16].map((count) => isWithin(count, { min: 8, max: 15 }))).toEqual([false, true, true, false]);
});
