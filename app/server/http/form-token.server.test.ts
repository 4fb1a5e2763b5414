import { expect, it } from 'vitest';
import { createFormTokens } from './form-token.server';

const OLD = 'an old secret for tests, thirty-two.';
const NEW = 'a new secret for tests, thirty-two..';

let now = Date.parse('2026-03-01T12:00:00Z');
const clock = { now: () => new Date(now) };

it('a form token is valid for a day in the same browser', () => {
  const tokens = createFormTokens([NEW], clock);
  const token = tokens.issue('a browser');
  expect(tokens.isValid(token, 'a browser')).toBe(true);
  expect(tokens.isValid(token, 'another')).toBe(false);
  now += 23 * 60 * 60 * 1000;
  expect(tokens.isValid(token, 'a browser')).toBe(true);
  now += 2 * 60 * 60 * 1000;
  expect(tokens.isValid(token, 'a browser')).toBe(false);
});

it('stays valid when the secret is rotated, and not with another secret', () => {
  const token = createFormTokens([OLD], clock).issue('a browser');
  expect(createFormTokens([NEW, OLD], clock).isValid(token, 'a browser')).toBe(true);
  expect(createFormTokens([NEW], clock).isValid(token, 'a browser')).toBe(false);
});

it('is another one on each page, even in the same millisecond', () => {
  const tokens = createFormTokens([NEW], clock);
  const issued = Array.from({ length: 100 }, () => tokens.issue('a browser'));
  expect(new Set(issued).size).toBe(100);
});

it('cannot be forged', () => {
  const tokens = createFormTokens([NEW], clock);
  const [made, mac] = tokens.issue('a browser').split('.') as [string, string];
  const [time, bits] = [made.slice(0, made.indexOf('-')), made.slice(made.indexOf('-'))];
  const later = (Number.parseInt(time, 36) + 1000).toString(36) + bits;
  for (const token of [
    '',
    '.',
    `.${mac}`,
    `${made}.`,
    `${later}.${mac}`,
    `${time}.${mac}`,
    `${made}.${mac.slice(1)}`,
    `x-y.${mac}`,
    'NaN.NaN',
  ])
    expect(tokens.isValid(token, 'a browser')).toBe(false);
});
