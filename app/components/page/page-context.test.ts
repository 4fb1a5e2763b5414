import { expect, it } from 'vitest';
import { pageOf } from '~tests/browser/page-of';
import { supportPhoneOf } from './page-context';

const { US, NZ, AU, UK } = pageOf({}).supportPhones;

it.each([
  ['US', US],
  ['CA', US],
  ['MX', US],
  ['DE', US],
  [null, US],
  ['GB', UK],
  ['IE', UK],
  ['NZ', NZ],
  ['AU', AU],
])('shows a visitor from %s the phone number %s', (country, phone) =>
  expect(supportPhoneOf(pageOf({ country }))).toBe(phone),
);
