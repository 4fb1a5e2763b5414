import { describe, expect, it } from 'vitest';
import { isSameSecurityText, isSecurityCode, isSecurityText } from './security-info';

describe('a security question or answer', () => {
  it.each([
    ['Maple', true],
    ["What was my first pet's name?", true],
    ['¿Cómo se llamaba?', false],
    ['Cómo se llamaba mi perro?', true],
    ['No. 5; A-B, #1/2: x', true],
    ['Pets', false],
    ['a'.repeat(100), true],
    ['a'.repeat(101), false],
    ['Maple!', false],
    ['<b>Maple</b>', false],
    ['Maple\nleaf', false],
  ])('checks %s: valid %s', (text, expected) => {
    expect(isSecurityText(text)).toBe(expected);
  });

  it('ignores case and extra spaces', () => {
    expect(isSameSecurityText(' My  first Pet?', 'my first pet?')).toBe(true);
    expect(isSameSecurityText('My first pet?', 'My first cat?')).toBe(false);
  });
});

it.each([
  ['1234', true],
  ['0000', true],
  ['123', false],
  ['12345', false],
  ['12a4', false],
  ['١٢٣٤', false],
])('checks the code %s: %s', (code, expected) => {
  expect(isSecurityCode(code)).toBe(expected);
});
