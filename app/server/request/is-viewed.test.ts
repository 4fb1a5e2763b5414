import { expect, it } from 'vitest';
import { isViewed } from './is-viewed';

it.each([
  ['sec-purpose', 'prefetch'],
  ['sec-purpose', 'prefetch;prerender'],
  ['sec-purpose', 'prefetch; prerender'],
  ['sec-purpose', 'prefetch;anonymous-client-ip'],
  ['sec-purpose', 'Prefetch;Prerender'],
  ['sec-purpose', 'other, prefetch'],
  ['purpose', 'prefetch'],
  ['x-purpose', 'prefetch'],
  ['x-moz', 'prefetch'],
])('does not count a fetch with %s: %s as a view', (name, value) => {
  expect(isViewed({ method: 'GET', headers: { [name]: value } })).toBe(false);
  // A purpose in another header does not matter.
  expect(isViewed({ method: 'GET', headers: { purpose: 'other', [name]: value } })).toBe(false);
});

it.each([
  {},
  { purpose: '' },
  { 'sec-purpose': 'prefetcher' },
  { 'sec-purpose': 'x;prefetch' },
  { referer: 'prefetch' },
])('counts a page opened with %j as a view', (headers) => {
  expect(isViewed({ method: 'GET', headers })).toBe(true);
});

it('does not count HEAD as a view, but counts every post', () => {
  expect(isViewed({ method: 'HEAD', headers: {} })).toBe(false);
  expect(isViewed({ method: 'POST', headers: { 'sec-purpose': 'prefetch' } })).toBe(true);
});
