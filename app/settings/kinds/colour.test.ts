import { expect, test } from 'vitest';
import { contrastWithWhite } from './colour';

test.each([
  ['#000000', 21],
  ['#fff', 1],
  ['#767676', 4.54],
  ['#777777', 4.48],
  ['#F00', 4],
  ['#0f5c63', 7.69],
])('computes the contrast of %s on white: %f', (colour, contrast) => {
  expect(contrastWithWhite(colour)).toBeCloseTo(contrast, 1);
});
