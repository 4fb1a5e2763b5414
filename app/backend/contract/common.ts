import { oc } from '@orpc/contract';
import { z } from 'zod';
import { validationErrors } from '~/backend/schemas/answers';
import { pricingInfo } from '~/backend/schemas/prices';

/** What several calls of the contract have in common: their headers, their errors, and how they are put into an address. */

export const acceptLanguage = { 'accept-language': z.string().optional() };
/** The visitor's random id, where their browser lets it be told: a backend that asks a flag service asks about the same visitor. */
export const anonymousId = { 'x-anonymous-id': z.string().max(100).optional() };
export const registrationHeaders = z.object({
  'x-registration-key': z.string(),
  'x-referrer-key': z.string().optional(),
  ...acceptLanguage,
});
export const signup = z.object({ signupId: z.string() });
export const user = z.object({ userId: z.string() });
/** `Bearer` and the invite token, or a credentials token where one is meant. */
export const bearerHeaders = z.object({ authorization: z.string(), ...acceptLanguage });
/** The terms-style calls take the invite token raw. */
export const inviteTokenHeaders = z.object({ 'x-invite-token': z.string(), ...acceptLanguage });

export const route = (method: 'GET' | 'POST' | 'PUT', path: `/${string}`) =>
  oc.route({ method, path, inputStructure: 'detailed' });

/** The person can mend it, or it is a duplicate: a `field` with `.duplicate` in its name says so. */
export const INVALID = { status: 422, data: z.object({ validationErrors }) } as const;
/** Of a professional's registration: a fault a field, the text in the visitor's language or empty. */
export const CONFLICT = { status: 409, data: z.object({ validationErrors }) } as const;
export const FORBIDDEN = { status: 403 } as const;
export const NOT_FOUND = { status: 404 } as const;
/** The provider refused; nothing was taken. `exception` is the sentence to show, one of `PAYMENT_EXCEPTIONS` where known. */
export const DECLINED = {
  status: 402,
  data: z.object({ exception: z.string(), status: z.number().nullish() }),
} as const;
/** The amount shown is not what it costs now; nothing was taken. */
export const PRICE_CHANGED = { status: 409, data: z.object({ pricing: pricingInfo }) } as const;

export const criteriaBody = z.object({
  packageId: z.string(),
  countryCriteria: z.object({ countryCode: z.string(), phoneNumber: z.string(), country: z.string() }),
});
export const criteriaResult = z.object({ result: z.enum(['success', 'failure']) });
