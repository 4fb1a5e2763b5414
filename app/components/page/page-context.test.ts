import { expect, it } from 'vitest';
import { pageOf } from '~tests/browser/page-of';
import { exitTextOf, supportPhoneOf } from './page-context';

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

it.each([
  ['deletes the answers', {}, 'common:footer.exitDeletes'],
  ['only clears the browser of an invited parent', { journeyBase: '/invite' }, 'common:footer.exitRemoves'],
  ['only clears the browser if the backend may lack the call', { deletesOnExit: false }, 'common:footer.exitRemoves'],
  ['leads back after a payment', { hasPaid: true, deletesOnExit: false }, 'common:footer.exitLeadsBack'],
] as const)('states that Exit %s', (_what, page, text) => expect(exitTextOf(pageOf(page))).toBe(text));
