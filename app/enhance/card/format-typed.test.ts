import { describe, expect, it } from 'vitest';
import { cardGaps } from '~/domain/cards';
import { groupNumber, padMonth, slashExpiration, type Typed } from './format-typed';

/** A bar marks the caret. */
const typed = (text: string): Typed => ({ value: text.replace('|', ''), caret: text.indexOf('|') });
const shown = ({ value, caret }: Typed) => `${value.slice(0, caret)}|${value.slice(caret)}`;

describe('groups a card number as its brand does, and keeps the caret behind its digit', () => {
  it.each([
    ['4|', '4|'],
    ['41111|', '4111 1|'],
    ['4111111111111111|', '4111 1111 1111 1111|'],
    ['4111-1111-1111|', '4111 1111 1111|'],
    ['378282246310005|', '3782 822463 10005|'],
    ['4111 2|111 1111 1111', '4111 2|111 1111 1111'],
    ['41112| 1111 1111 111', '4111 2|111 1111 1111'],
    ['4111| 1 1111 1111', '4111| 1111 1111 1'],
    ['|4111 1111', '|4111 1111'],
    ['4111 abcd|', '4111 abcd|'],
    ['|', '|'],
  ])('%s', (before, after) => {
    const { value } = typed(before);
    expect(shown(groupNumber(typed(before), cardGaps(value.replace(/\D/g, ''))))).toBe(after);
  });
});

describe('adds slash and leading zero to an expiration', () => {
  it.each([
    ['1|', '1|'],
    ['12|', '12/|'],
    ['5|', '05/|'],
    ['1/|', '01/|'],
    ['1230|', '12/30|'],
    ['12/30|', '12/30|'],
    ['12 / 2030|', '12/2030|'],
    ['122030|', '12/2030|'],
    ['0|2/30', '0|2/30'],
    ['1|5/30', '1|5/30'],
    ['1|/30', '1|/30'],
    ['11|/30', '11|/30'],
    ['5|/30', '05|/30'],
    ['1/3|', '01/3|'],
    ['12-30|', '12-30|'],
    ['|', '|'],
  ])('%s', (before, after) => {
    expect(shown(slashExpiration(typed(before)))).toBe(after);
  });
});

it.each([
  ['1/30', '01/30'],
  [' 1 / 30', '01 / 30'],
  ['11/30', '11/30'],
  ['1', '1'],
])('adds the leading zero of a month to %s on leaving it', (before, after) => {
  expect(padMonth(before)).toBe(after);
});
