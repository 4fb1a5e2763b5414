import { z } from 'zod';
import { expected, id, maybe, text } from './reading';

export const professionalContactBody = z.object({
  title: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  credentials: z.string().nullable(),
  email: z.string(),
  phoneCountryCode: z.string(),
  phoneNumber: z.string(),
  phoneExtension: z.string().nullable(),
  hearAboutUs: z.string(),
  referralBenchOfficerName: z.string().nullable(),
  referralBenchOfficerPosition: z.string().nullable(),
  referralColleagueName: z.string().nullable(),
  referralColleagueRole: z.string().nullable(),
  referralOtherExplain: z.string().nullable(),
});

export const practiceBody = z.object({
  practiceName: z.string(),
  addressLine1: z.string(),
  addressLine2: z.string().nullable(),
  country: z.string(),
  city: z.string(),
  region: z.string(),
  postalCode: z.string(),
  timezone: z.string(),
  roles: z.array(z.string()),
});

export const professionalSecurityBody = z.object({
  securityQuestion: z.string(),
  securityAnswer: z.string(),
  securityCode: z.string(),
  securityCodeConfirm: z.string(),
});

/** The validator checks one step's values. */
export const professionalStepBody = z.union([professionalContactBody, practiceBody, professionalSecurityBody]);
export type ProfessionalStepBody = z.infer<typeof professionalStepBody>;

export const professionalUserBody = professionalContactBody.extend({
  ...practiceBody.shape,
  ...professionalSecurityBody.shape,
});
export type ProfessionalUserBody = z.infer<typeof professionalUserBody>;

/** The account that was made. What it leaves out is shown as it was sent. */
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
  /** The page where they choose their password. Whoever is mailed the link instead is told so. */
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
