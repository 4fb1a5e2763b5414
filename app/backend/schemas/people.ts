import { z } from 'zod';
import { SUBSCRIPTION_STATUSES, type ContactField } from '~/domain/people';
import { expectedOr, maybe, text } from './reading';

/** The first step's fields as they are sent. The calling code has a longer name here. */
type ContactKey = Exclude<ContactField, 'countryCode'> | 'phoneCountryCode';

export const contactBody = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phoneCountryCode: z.string(),
  phoneNumber: z.string(),
} satisfies Record<ContactKey, z.ZodType>);

export const parentBody = contactBody.extend({ timeZone: z.string().optional(), userId: z.string().optional() });
export type ParentBody = z.infer<typeof parentBody>;

/** What is known of an invited person, from the inviter or from themselves. */
export const inviteeBody = z.object({
  firstName: expectedOr(text, ''),
  lastName: expectedOr(text, ''),
  email: maybe(text),
  phoneCountryCode: maybe(text),
  phoneNumber: maybe(text),
} satisfies Record<ContactKey, z.ZodType>);

export const addressBody = z.object({
  line1: z.string(),
  line2: z.string().nullable(),
  city: z.string(),
  region: z.string(),
  postalCode: z.string(),
  country: z.string(),
});

export const referralBody = z.object({ selection: z.string(), other: z.string().nullable() });

export const coParentBody = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  phoneCountryCode: z.string().optional(),
  phoneNumber: z.string().optional(),
});

export const childBody = z.object({ firstName: z.string(), lastName: z.string(), email: z.string().nullable() });

/** Any other word says nothing. */
export const subscriptionStatus = z
  .string()
  .transform((status) => status.toLowerCase())
  .pipe(z.enum(SUBSCRIPTION_STATUSES));
