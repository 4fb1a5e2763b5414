import { expect, test } from 'vitest';
import { submitForm } from '~tests/browser/submit-form';
import { packageChoiceSchema } from './package-choice';

test('only a package on offer can be chosen', () => {
  const schema = packageChoiceSchema(['2011', '2041']);
  expect(submitForm(schema, { packageId: '2041' }).value).toEqual({ packageId: '2041' });
  expect(submitForm(schema, { packageId: '2061' }).errors).toEqual({ packageId: ['errors:packageId'] });
  expect(submitForm(schema, {}).errors).toEqual({ packageId: ['errors:required'] });
});
