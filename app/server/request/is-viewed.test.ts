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
])('nobody sees what is fetched with %s: %s', (name, value) => {
  expect(isViewed({ method: 'GET', headers: { [name]: value } })).toBe(false);
  // A purpose of another name says nothing against it.
  expect(isViewed({ method: 'GET', headers: { purpose: 'other', [name]: value } })).toBe(false);
});

it.each([
  {},
  { purpose: '' },
  { 'sec-purpose': 'prefetcher' },
  { 'sec-purpose': 'x;prefetch' },
  { referer: 'prefetch' },
])('a page that is opened with %j is seen', (headers) => {
  expect(isViewed({ method: 'GET', headers })).toBe(true);
});

it('HEAD shows nothing, and a post is never a guess', () => {
  expect(isViewed({ method: 'HEAD', headers: {} })).toBe(false);
  expect(isViewed({ method: 'POST', headers: { 'sec-purpose': 'prefetch' } })).toBe(true);
});
