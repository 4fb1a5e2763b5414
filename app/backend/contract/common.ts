import { oc } from '@orpc/contract';
import { z } from 'zod';
import { validationErrors } from '~/backend/schemas/answers';
import { pricingInfo } from '~/backend/schemas/prices';

export const acceptLanguage = { 'accept-language': z.string().optional() };
/** The visitor's random id, if the browser allows tracking. A backend passes it on to its flag service. */
export const anonymousId = { 'x-anonymous-id': z.string().max(100).optional() };
export const registrationHeaders = z.object({
  'x-registration-key': z.string(),
  'x-referrer-key': z.string().optional(),
  ...acceptLanguage,
});
export const signup = z.object({ signupId: z.string() });
export const user = z.object({ userId: z.string() });
/** `Bearer` and the invite token. Some calls also accept a credentials token. */
export const bearerHeaders = z.object({ authorization: z.string(), ...acceptLanguage });
/** For what depends on the visitor's offers: another browser with the invite may send another id, or none. */
export const invitedOfferHeaders = bearerHeaders.extend(anonymousId);
/** These calls expect the invite token without `Bearer`. */
export const inviteTokenHeaders = z.object({ 'x-invite-token': z.string(), ...acceptLanguage });

export const route = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: `/${string}`) =>
  oc.route({ method, path, inputStructure: 'detailed' });

/** The visitor can correct this. A `field` with `.duplicate` in its name reports a duplicate account. */
export const INVALID = { status: 422, data: z.object({ validationErrors }) } as const;
/** One fault per field of a professional's registration. The text is in the visitor's language, or empty. */
export const CONFLICT = { status: 409, data: z.object({ validationErrors }) } as const;
export const FORBIDDEN = { status: 403 } as const;
export const NOT_FOUND = { status: 404 } as const;
/** The provider refused and nothing was charged. `exception` is the text to show, usually one of `PAYMENT_EXCEPTIONS`. */
export const DECLINED = {
  status: 402,
  data: z.object({ exception: z.string(), status: z.number().nullish() }),
} as const;
/** The price has changed since it was shown. Nothing was charged. */
export const PRICE_CHANGED = { status: 409, data: z.object({ pricing: pricingInfo }) } as const;

/** The registration is paid, or the outcome of a payment is not known yet. Nothing was deleted. */
export const PAYMENT_BEGUN = { status: 409 } as const;

export const criteriaBody = z.object({
  packageId: z.string(),
  countryCriteria: z.object({ countryCode: z.string(), phoneNumber: z.string(), country: z.string() }),
});
export const criteriaResult = z.object({
  result: z
    .string()
    .transform((result) => result.toLowerCase())
    .pipe(z.enum(['success', 'failure'])),
});
