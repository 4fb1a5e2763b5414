import fc from 'fast-check';
import { expect, it } from 'vitest';
import { orderIdPrefixesOf, orderNumberOf, readOrderNumber } from './order-number';

const ORDER = '7f3a9c01-5d1e-4c2b-9a37-0242ac120002-1';

it('derives a readable number from the order id', () => {
  expect(orderNumberOf(ORDER)).toBe('FWX-9R0-AX3');
  expect(orderNumberOf('00000000-0000-4000-8000-000000000000-2')).toBe('000-000-000');
  expect(orderNumberOf('ffffffff-ffff-4fff-bfff-ffffffffffff-1')).toBe('ZZZ-ZZZ-ZZZ');
  expect(orderNumberOf('9001-1')).toMatch(/^[\dA-Z]{3}(-[\dA-Z]{3}){2}$/);
  expect(orderNumberOf('9001-1')).not.toBe(orderNumberOf('9002-1'));
  expect(orderNumberOf('INV/2026/17')).toBe('INV/2026/17');
});

// cspell:ignore roax
it.each([['FWX-9R0-AX3'], ['fwx9roax3'], [' FWX 9R0 AX3 '], ['FWX-9RO-AX3']])('reads the spelling %j', (written) => {
  expect(readOrderNumber(written)).toBe('FWX-9R0-AX3');
});

it.each(['FWX-9R0-AX', 'FWX-9R0-AX35', 'FWX-9R0-AXU', '', ORDER])('rejects the order number %j', (written) => {
  expect(readOrderNumber(written)).toBeUndefined();
});

it.each([
  ['a UUID', fc.uuid()],
  ["a demo's short number", fc.nat({ max: 999_999 }).map(String)],
])('finds the prefix of an order id with %s from its number', (_kind, starts) => {
  fc.assert(
    fc.property(starts, (start) => {
      const id = `${start}-1`;
      const number = orderNumberOf(id);
      expect(readOrderNumber(number)).toBe(number);
      expect(orderIdPrefixesOf(number).some((prefix) => id.startsWith(prefix))).toBe(true);
    }),
  );
});
