import fc from 'fast-check';
import { expect, it } from 'vitest';
import { orderIdPrefixOf, orderNumberOf, readOrderNumber } from './order-number';

const ORDER = '7f3a9c01-5d1e-4c2b-9a37-0242ac120002-1';

it('derives a number that can be read aloud from the order id', () => {
  expect(orderNumberOf(ORDER)).toBe('FWX-9R0-AX3');
  expect(orderNumberOf('00000000-0000-4000-8000-000000000000-2')).toBe('000-000-000');
  expect(orderNumberOf('ffffffff-ffff-4fff-bfff-ffffffffffff-1')).toBe('ZZZ-ZZZ-ZZZ');
  expect(orderNumberOf('9001-1')).toBe('9001-1');
});

// cspell:ignore roax
it.each([['FWX-9R0-AX3'], ['fwx9roax3'], [' FWX 9R0 AX3 '], ['FWX-9RO-AX3']])('reads %j as intended', (written) => {
  expect(readOrderNumber(written)).toBe('FWX-9R0-AX3');
});

it.each(['FWX-9R0-AX', 'FWX-9R0-AX35', 'FWX-9R0-AXU', '', ORDER])('rejects %j', (written) => {
  expect(readOrderNumber(written)).toBeUndefined();
});

it('leads from the number back to the beginning of the id', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      const number = orderNumberOf(id);
      expect(readOrderNumber(number)).toBe(number);
      expect(id.startsWith(orderIdPrefixOf(number))).toBe(true);
    }),
  );
});
