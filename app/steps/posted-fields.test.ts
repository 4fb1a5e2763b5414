import { parseWithZod } from '@conform-to/zod/v4';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { BILLING } from './billing';
import { CARD } from './card';
import { CONSENT } from './consent';
import { CREDENTIALS, INVITED_CREDENTIALS } from './credentials';
import { FAMILY } from './family';
import { PACKAGE_CHOICE } from './packages';
import { parsePosted } from './section';
import { PRACTICE } from './professional';

const own = { email: 'ana@example.com', countryCode: '+1', phoneNumber: '5551234567' };
const schemas: [name: string, make: () => z.ZodType, fields: string[]][] = [
  [
    'billing',
    () => BILLING.schema,
    ['billingAddress', 'city', 'country', 'region', 'timezone', 'postalCode', 'referral'],
  ],
  [
    'card',
    () => CARD.schemaFor({ now: new Date('2026-03-15'), hiddenCardBrands: ['visa'] }),
    ['cardNumber', 'cardExpiration', 'cardCvv'],
  ],
  ['consent', () => CONSENT.schemaFor({ isRequired: true }), ['termsAndConditions', 'marketingOptIn']],
  ['credentials', () => CREDENTIALS.schemaFor({ email: 'ana@example.com' }), ['username', 'password']],
  [
    'family',
    () => FAMILY.schemaFor(own),
    ['firstName', 'email', 'children[0].firstName', 'children[1].email', 'countryCode', 'phoneNumber'],
  ],
  [
    'invited',
    () => INVITED_CREDENTIALS.schemaFor({ email: 'ana@example.com', asksTerms: true }),
    ['username', 'password', 'securityCode', 'termsAndConditions'],
  ],
  ['package', () => PACKAGE_CHOICE.schemaFor(['2011']), ['packageId']],
  [
    'practice',
    () => PRACTICE.schemaFor({ regions: [{ value: 'MN', name: 'Minnesota' }] }),
    ['country', 'region', 'roles', 'roles', 'postalCode'],
  ],
];

const typed = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'on',
    'US',
    'MN',
    '+1',
    '555 123 4567',
    'ana@example.com',
    '2011',
    '12/30',
    '01/20',
    '4111111111111111',
    'America/Chicago',
  ),
  fc.string({ maxLength: 12 }),
);

test.each(schemas)('parses the form %s as Conform does with an unprepared schema', (_name, make, names) => {
  const posted = fc.array(fc.tuple(fc.constantFrom(...names), typed), { maxLength: 10 });
  fc.assert(
    fc.property(posted, (fields) => {
      const form = new FormData();
      for (const [name, value] of fields) form.append(name, value);
      const usual = parseWithZod(form, { schema: make() });
      const prepared = parsePosted(form, make());
      expect({ ...prepared.reply(), value: prepared.status === 'success' && prepared.value }).toEqual({
        ...usual.reply(),
        value: usual.status === 'success' && usual.value,
      });
    }),
    { numRuns: 60 },
  );
});
