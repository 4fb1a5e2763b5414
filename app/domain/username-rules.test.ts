import { expect, it } from 'vitest';
import { findBrokenUsernameRule } from './username-rules';

it.each([
  ['ann.oneil', undefined],
  ["o'neil,ann_1-2", undefined],
  ['', 'validUsernameLength_error'],
  ['ann_o', 'validUsernameLength_error'],
  ['a'.repeat(30), undefined],
  ['a'.repeat(31), 'validUsernameLength_error'],
  ['ann@example.com', 'validUsernameAtSymbol_error'],
  ['ann oneil', 'validUsernameRequirement_error'],
  ['josé.luis', 'validUsernameRequirement_error'],
])('reports that %j breaks %s', (username, rule) => {
  expect(findBrokenUsernameRule(username)).toBe(rule);
});
