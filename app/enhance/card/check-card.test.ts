import { expect, it } from 'vitest';
import { LENGTHS } from '~/domain/limits';
import { checkCard } from './check-card';

const valid = { isEmpty: false, isValid: true };
const state = { brand: 'visa', fields: { number: valid, expirationDate: valid, cvv: valid } };
const errors = {
  cardHolderName: 'missing',
  nameLength: 'too long',
  brand: 'brand',
  number: 'number',
  expirationDate: 'expiration',
  cvv: 'code',
};
const nameLimit = LENGTHS.cardHolder;
const props = { texts: { errors }, nameLimit, hiddenCardBrands: [] } as unknown as Parameters<typeof checkCard>[2];

it.each([
  ['', 'missing'],
  [' ', 'missing'],
  ['x'.repeat(175), undefined],
  ['x'.repeat(176), 'too long'],
  // As a reader counts: a letter with its accent, and a character outside the basic plane, are one.
  ['e\u0301'.repeat(175), undefined],
  ['𠮷'.repeat(175), undefined],
  ['e\u0301'.repeat(176), 'too long'],
])('checks the length of the name %j as the server does', (name, error) => {
  expect(checkCard(state, name, props).cardHolderName).toBe(error);
});
