import { expect, test } from 'vitest';
import { submitForm } from '~tests/browser/submit-form';
import { buildYourOwnSchema } from './build-your-own';

test('a term alone is enough', () => {
  expect(submitForm(buildYourOwnSchema, { subscription: 'SUB1YEAR' }).value).toEqual({
    subscription: 'SUB1YEAR',
    myfiles: false,
    tonemeter: [],
    unlimitedPayments: false,
  });
});

test('every option can be chosen, each once', () => {
  const typed = {
    subscription: 'SUB2YEAR',
    myfiles: 'on',
    tonemeter: ['TONEMETER', 'TONEMETERCOPARENT', 'TONEMETER'],
    unlimitedPayments: 'on',
  };
  expect(submitForm(buildYourOwnSchema, typed).value).toEqual({
    subscription: 'SUB2YEAR',
    myfiles: true,
    tonemeter: ['TONEMETER', 'TONEMETERCOPARENT'],
    unlimitedPayments: true,
  });
});

test('what is not on offer is refused', () => {
  expect(submitForm(buildYourOwnSchema, {}).errors).toEqual({ subscription: ['errors:required'] });
  expect(submitForm(buildYourOwnSchema, { subscription: 'SUB3YEAR', tonemeter: 'LOUD' }).errors).toEqual({
    subscription: ['errors:subscription'],
    'tonemeter[0]': ['errors:tonemeter'],
  });
});
