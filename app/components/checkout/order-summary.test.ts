import { expect, it } from 'vitest';
import { translate } from '~/i18n/translator';
import { shownOrder, type OrderLines } from './order-summary';

const LINES: OrderLines = {
  name: 'Essentials',
  receiptText: 'Essentials, one-year subscription',
  years: 1,
  options: [],
  packageFormatted: '$96.00',
  currency: 'USD',
  isVatIncluded: false,
  totals: { taxAmountFormatted: '$0.00', totalFormatted: '$0.00' },
};

it('shows the lost part of a code, and that an unneeded code stays valid', () => {
  const codes = [
    { code: 'PREPAID-120', amount: 9600, amountFormatted: '$96.00', unused: 2400, unusedFormatted: '$24.00' },
    { code: 'GIFT', amount: 0, amountFormatted: '$0.00', unused: 0, unusedFormatted: '$0.00' },
    { code: 'WHOLE', amount: 4000, amountFormatted: '$40.00', unused: 0, unusedFormatted: '$0.00' },
  ];
  const rows = shownOrder(translate('en'), { ...LINES, codes }, false).rows.filter(({ name }) =>
    name.startsWith('Activation'),
  );
  expect(rows).toEqual([
    { name: 'Activation code PREPAID-120', options: ['$24.00 of it is not used and is lost'], amount: '−$96.00' },
    { kind: 'later', name: 'Activation code GIFT', amount: 'Not needed, and still valid' },
    { name: 'Activation code WHOLE', options: [], amount: '−$40.00' },
  ]);
});

it('shows tax above the total that it is added to, and included VAT below', () => {
  const namesOf = (lines: Partial<OrderLines>) =>
    shownOrder(translate('en'), { ...LINES, ...lines }, false).rows.map(({ name }) => name);
  expect(namesOf({})).toEqual(['Essentials', 'Tax', 'Total']);
  expect(namesOf({ isVatIncluded: true })).toEqual(['Essentials', 'Total', 'VAT included']);
});

it('shows an offer before the tax is known', () => {
  const offer = {
    totals: null,
    coupon: { percent: 20, description: null, discountFormatted: '$19.20' },
    beforeTaxFormatted: '$76.80',
  };
  const rowsOf = (lines: Partial<OrderLines>) =>
    shownOrder(translate('en'), { ...LINES, ...lines }, false).rows.map(({ name, amount }) => [name, amount]);
  expect(rowsOf(offer).slice(1)).toEqual([
    ['Offer, 20% off', '−$19.20'],
    ['Total before tax', '$76.80'],
    ['Tax', 'added once we know your address'],
  ]);
  expect(rowsOf({ ...offer, isVatIncluded: true }).slice(2)).toEqual([['Total', '$76.80']]);
});

it.each([
  [20, '20% off', 'Offer, 20% off'],
  [0, 'Spring offer', 'Spring offer'],
  [0, null, 'Offer'],
])('names an offer of %i % that the backend describes as %s', (percent, description, name) => {
  const coupon = { percent, description, discountFormatted: '$0.20' };
  const { rows } = shownOrder(translate('en'), { ...LINES, coupon }, false);
  expect(rows[1]).toEqual({ name, amount: '−$0.20' });
});
