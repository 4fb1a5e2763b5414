import { z } from 'zod';

/** The shapes of a professional's registration. */

/** The first step's values. */
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

/** The second step's. */
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

/** The third step's. */
export const professionalSecurityBody = z.object({
  securityQuestion: z.string(),
  securityAnswer: z.string(),
  securityCode: z.string(),
  securityCodeConfirm: z.string(),
});

/** What the validator is asked about: one step's values. */
export const professionalStepBody = z.union([professionalContactBody, practiceBody, professionalSecurityBody]);
export type ProfessionalStepBody = z.infer<typeof professionalStepBody>;

/** The mapped form of all three. */
export const professionalUserBody = professionalContactBody.extend({
  ...practiceBody.shape,
  ...professionalSecurityBody.shape,
});
export type ProfessionalUserBody = z.infer<typeof professionalUserBody>;

/** The account that was made. */
export const professionalAnswer = z.object({
  userId: z.string(),
  name: professionalContactBody.pick({ title: true, firstName: true, lastName: true, credentials: true }),
  ...professionalContactBody.pick({ email: true, phoneCountryCode: true, phoneNumber: true, phoneExtension: true })
    .shape,
  ...practiceBody.shape,
});
export type ProfessionalAnswer = z.infer<typeof professionalAnswer>;

/** The option lists; the roles depend on a country. */
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
