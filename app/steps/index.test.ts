import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { submitForm } from '~tests/browser/submit-form';
import { CARD } from './card';
import { CONTACT } from './contact';
import { CREDENTIALS, INVITED_CREDENTIALS } from './credentials';
import { FAMILY } from './family';
import { contactStepsOf, findForm, FORMS, SECRET_FIELDS } from './index';
import { PACKAGE_CHOICE } from './packages';
import { PRACTICE } from './professional';
import type { Form } from './section';

/** The schemas of forms whose rules depend on the visitor. */
const SCHEMAS = new Map<Form, z.ZodType>([
  [FAMILY, FAMILY.schemaFor({ email: 'ann@example.com', countryCode: '+1', phoneNumber: '6125550100' })],
  [PACKAGE_CHOICE, PACKAGE_CHOICE.schemaFor(['2021'])],
  [CONTACT, CONTACT.schemaFor({})],
  [CARD, CARD.schemaFor({ now: new Date('2026-03-01') })],
  [CREDENTIALS, CREDENTIALS.schemaFor({ email: 'ann@example.com' })],
  [INVITED_CREDENTIALS, INVITED_CREDENTIALS.schemaFor({ email: 'ann@example.com', asksTerms: true })],
  [PRACTICE, PRACTICE.schemaFor({ regions: [{ value: 'MN', name: 'Minnesota' }] })],
]);

const schemaOf = (form: Form) => SCHEMAS.get(form) ?? (form as Form & { schema: z.ZodType }).schema;

const forms = Object.entries(FORMS).flatMap(([journey, steps]) =>
  Object.entries<Form>(steps).map(([step, form]) => ({ journey, step, form })),
);

describe.each(forms)('the form of $journey $step', ({ form }) => {
  const { samples, required, controls } = form;

  it('accepts its valid samples', () => {
    expect(submitForm(schemaOf(form), samples.right).errors).toEqual({});
  });

  const wrong = Object.entries(samples.wrong);
  // Packages are only chosen, so nothing in them can be mistyped.
  it.runIf(wrong.length > 0)('rejects each invalid sample only on its own field', () => {
    const found = wrong.map(([name, text]) =>
      Object.keys(submitForm(schemaOf(form), { ...samples.right, [name]: text }).errors),
    );
    expect(found).toEqual(wrong.map(([name]) => [name]));
  });

  it('rejects an empty form on every required field', () => {
    expect(Object.keys(submitForm(schemaOf(form), {}).errors)).toEqual(expect.arrayContaining([...required]));
  });

  it('gives every control an autofill token', () => {
    expect(Object.values(controls).map(({ autoComplete }) => autoComplete)).not.toContain('');
  });
});

it('finds the form of a step, and none for a step without a form', () => {
  expect(findForm('parent', 'step2')).toBe(FAMILY);
  expect(findForm('invited', 'step2')).toBeUndefined();
  expect(findForm('parent', 'toString')).toBeUndefined();
});

it('finds the steps that share fields with the contact record', () => {
  expect(contactStepsOf('parent')).toEqual([
    { step: 'step1', asked: CONTACT.names },
    { step: 'payment/billing', asked: ['timezone'] },
  ]);
  expect(contactStepsOf('invited').map(({ step }) => step)).toEqual(['step1', 'billing-info', 'payment/billing']);
  expect(contactStepsOf('professional')).toEqual([]);
});

it('lists every field that is never sent back', () => {
  expect([...SECRET_FIELDS].sort()).toEqual([
    'cardAmount',
    'cardBrand',
    'cardCvv',
    'cardLastFour',
    'cardNonce',
    'cardNumber',
    'confirmCode',
    'deviceData',
    'password',
    'securityAnswer',
    'securityCode',
    'securityCodeConfirm',
    'venmoNonce',
    'venmoUsername',
  ]);
});
