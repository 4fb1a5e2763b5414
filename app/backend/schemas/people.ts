import { z } from 'zod';

/** The people whom calls are about. */

export const parentBody = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phoneCountryCode: z.string(),
  phoneNumber: z.string(),
  timeZone: z.string().optional(),
  userId: z.string().optional(),
});

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
