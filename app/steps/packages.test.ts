import { expect, test } from 'vitest';
import { submitForm } from '~tests/browser/submit-form';
import { BUILD_YOUR_OWN, PACKAGE_CHOICE } from './packages';

test('accepts a term without options', () => {
  expect(submitForm(BUILD_YOUR_OWN.schema, { subscription: 'SUB1YEAR' }).value).toEqual({
    subscription: 'SUB1YEAR',
    myfiles: false,
    tonemeter: [],
    unlimitedPayments: false,
  });
});

test('accepts every option, each once', () => {
  const typed = {
    subscription: 'SUB2YEAR',
    myfiles: 'on',
    tonemeter: ['TONEMETER', 'TONEMETERCOPARENT', 'TONEMETER'],
    unlimitedPayments: 'on',
  };
  expect(submitForm(BUILD_YOUR_OWN.schema, typed).value).toEqual({
    subscription: 'SUB2YEAR',
    myfiles: true,
    tonemeter: ['TONEMETER', 'TONEMETERCOPARENT'],
    unlimitedPayments: true,
  });
});

test('rejects unknown options', () => {
  expect(submitForm(BUILD_YOUR_OWN.schema, {}).errors).toEqual({ subscription: ['errors:subscription'] });
  expect(submitForm(BUILD_YOUR_OWN.schema, { subscription: 'SUB3YEAR', tonemeter: 'LOUD' }).errors).toEqual({
    subscription: ['errors:subscription'],
    'tonemeter[0]': ['errors:tonemeter'],
  });
});

test('accepts only an available package', () => {
  const schema = PACKAGE_CHOICE.schemaFor(['2011', '2041']);
  expect(submitForm(schema, { packageId: '2041' }).value).toEqual({ packageId: '2041' });
  expect(submitForm(schema, { packageId: '2061' }).errors).toEqual({ packageId: ['errors:packageId'] });
  expect(submitForm(schema, {}).errors).toEqual({ packageId: ['errors:packageId'] });
});
