import { z } from 'zod';
import { PRACTICE, PROFESSIONAL_CONTACT, PROFESSIONAL_SECURITY } from '~/steps/professional';
import { expected, id, maybe, text } from './reading';

/** The validator checks one step's values. */
export const professionalStepBody = z.union([PROFESSIONAL_CONTACT.body, PRACTICE.body, PROFESSIONAL_SECURITY.body]);
export type ProfessionalStepBody = z.infer<typeof professionalStepBody>;

export const professionalUserBody = PROFESSIONAL_CONTACT.body.extend({
  ...PRACTICE.body.shape,
  ...PROFESSIONAL_SECURITY.body.shape,
});
export type ProfessionalUserBody = z.infer<typeof professionalUserBody>;

/** The new account. Omitted fields are shown as they were sent. */
export const professionalAnswer = z.object({
  userId: expected(id),
  name: expected(
    z.object({
      title: maybe(text),
      firstName: expected(text),
      lastName: expected(text),
      credentials: maybe(text),
    }),
  ),
  email: expected(text),
  phoneCountryCode: expected(text),
  phoneNumber: expected(text),
  phoneExtension: maybe(text),
  practiceName: expected(text),
  addressLine1: expected(text),
  addressLine2: maybe(text),
  country: expected(text),
  city: expected(text),
  region: maybe(text),
  postalCode: maybe(text),
  timezone: expected(text),
  roles: expected(z.array(text)),
  /** The page for choosing a password. If the link is mailed instead, the page says so. */
  passwordUrl: maybe(z.url({ protocol: /^https?$/ })),
});
export type ProfessionalAnswer = z.infer<typeof professionalAnswer>;

export const LOOKUPS = [
  'titles',
  'referrals',
  'bench-officers',
  'colleagues',
  'country-codes',
  'countries',
  'roles',
] as const;
export type LookupName = (typeof LOOKUPS)[number];
