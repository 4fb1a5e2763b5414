import { z } from 'zod';

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

export const professionalAnswer = z.object({
  userId: z.string(),
  name: professionalContactBody.pick({ title: true, firstName: true, lastName: true, credentials: true }),
  ...professionalContactBody.pick({ email: true, phoneCountryCode: true, phoneNumber: true, phoneExtension: true })
    .shape,
  ...practiceBody.shape,
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
