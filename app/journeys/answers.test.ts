import { expect, it } from 'vitest';
import { BUILD_YOUR_OWN } from '~/steps/packages';
import { submitForm } from '~tests/browser/submit-form';
import { choiceOf, orderOf } from './answers';

it('converts a choice to an order with term, included items and options', () => {
  const choice = {
    subscription: 'SUB2YEAR',
    myfiles: true,
    tonemeter: ['TONEMETER'],
    unlimitedPayments: true,
  } as const;
  expect(orderOf('2041', { ...choice, tonemeter: [...choice.tonemeter] })).toEqual({
    packageId: '2041',
    productId: 'SUB2YEAR',
    services: ['CALLSBASIC', 'MYFILES', 'TONEMETER', 'UNLIMITEDPAYMENTS'],
  });
});

it.each<Record<string, string | string[]>>([
  { subscription: 'SUB1YEAR' },
  { subscription: 'SUB2YEAR', myfiles: 'on' },
  { subscription: 'SUB1YEAR', tonemeter: ['TONEMETER', 'TONEMETERCOPARENT'], unlimitedPayments: 'on' },
])('refills the form with %j', (typed) => {
  const { value } = submitForm(BUILD_YOUR_OWN.schema, typed);
  const shown = choiceOf(orderOf('2041', value!));
  expect(shown).toEqual({ myfiles: undefined, tonemeter: [], unlimitedPayments: undefined, ...typed });
});
