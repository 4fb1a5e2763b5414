import { oc } from '@orpc/contract';
import { z } from 'zod';
import {
  childBody,
  coParentBody,
  listItem,
  offeredPackage,
  parentBody,
  addressBody,
  paymentOutcome,
  paymentRequest,
  paymentState,
  pricingInfo,
  pricingRequest,
  referralBody,
  validationErrors,
} from './messages';

/**
 * Every call the front end makes, said once (spec, section 7; docs/backend-contract.md). The in-process client, and later the HTTP
 * client, the Express handler and the OpenAPI document, come from it. Money is integer minor units.
 */

const acceptLanguage = { 'accept-language': z.string().optional() };
const registrationHeaders = z.object({
  'x-registration-key': z.string(),
  'x-referrer-key': z.string().optional(),
  ...acceptLanguage,
});
const signup = z.object({ signupId: z.string() });

const route = (method: 'GET' | 'POST' | 'PUT', path: `/${string}`) =>
  oc.route({ method, path, inputStructure: 'detailed' });

/** The person can mend it, or it is a duplicate: a `field` with `.duplicate` in its name says so. */
const INVALID = { status: 422, data: z.object({ validationErrors }) } as const;
const FORBIDDEN = { status: 403 } as const;
const NOT_FOUND = { status: 404 } as const;

export const contract = {
  registrations: {
    create: route('POST', '/v2/registrations')
      .input(
        z.object({
          headers: z.object({ 'x-referrer-key': z.string().optional(), ...acceptLanguage }),
          body: z.object({
            parent: parentBody,
            parentDuplicateConfirmed: z.boolean(),
            sections: z.array(z.enum(['PARENT', 'NAME'])),
            segmentAnonymousId: z.string().nullable(),
            segmentIdentify: z.boolean(),
          }),
        }),
      )
      .output(z.object({ registrationKey: z.string(), signupId: z.string() }))
      .errors({ INVALID, FORBIDDEN, NOT_FOUND }),

    /** The step-two request (`FAMILY`), a changed step one (`PARENT`), or the registration request of billing (`PARENT`, `ADDRESS`). */
    update: route('PUT', '/v2/registrations/{signupId}')
      .input(
        z.object({
          params: signup,
          headers: registrationHeaders,
          body: z.object({
            sections: z.array(z.enum(['PARENT', 'ADDRESS', 'FAMILY'])).min(1),
            parent: parentBody.optional(),
            address: addressBody.optional(),
            referral: referralBody.optional(),
            parentDuplicateConfirmed: z.boolean().optional(),
            coParent: coParentBody.optional(),
            coParentDuplicateConfirmed: z.boolean().optional(),
            children: z.array(childBody).optional(),
          }),
        }),
      )
      .output(z.object({ signupId: z.string() }))
      .errors({ INVALID, FORBIDDEN, NOT_FOUND }),

    coupons: route('GET', '/v2/registrations/{signupId}/coupons')
      .input(z.object({ params: signup, headers: registrationHeaders }))
      .output(z.object({ coupons: z.array(z.object({ couponCode: z.string(), description: z.string() })) }))
      .errors({ FORBIDDEN, NOT_FOUND }),

    price: route('POST', '/v2/registrations/{signupId}/pricing')
      .input(z.object({ params: signup, headers: registrationHeaders, body: pricingRequest }))
      .output(pricingInfo)
      .errors({ INVALID, FORBIDDEN, NOT_FOUND }),

    pay: route('POST', '/v2/registrations/{signupId}/payment')
      .input(
        z.object({
          params: signup,
          headers: registrationHeaders.extend({ 'idempotency-key': z.string() }),
          body: paymentRequest,
        }),
      )
      .output(paymentOutcome)
      .errors({
        INVALID,
        FORBIDDEN,
        NOT_FOUND,
        /** The provider refused; nothing was taken. `exception` is the sentence to show, one of `PAYMENT_EXCEPTIONS` where known. */
        DECLINED: { status: 402, data: z.object({ exception: z.string(), status: z.number() }) },
        /** The amount shown is not what it costs now; nothing was taken. */
        PRICE_CHANGED: { status: 409, data: z.object({ pricing: pricingInfo }) },
      }),

    /** What became of a payment: the same key that was sent with it. */
    payment: route('GET', '/v2/registrations/{signupId}/payments/{idempotencyKey}')
      .input(z.object({ params: signup.extend({ idempotencyKey: z.string() }), headers: registrationHeaders }))
      .output(paymentState)
      .errors({ FORBIDDEN, NOT_FOUND }),
  },

  sessions: {
    /** The sign-in after the credentials: `url` or `redirectUrl` is where the person belongs now. */
    create: route('POST', '/v2/sessions')
      .input(
        z.object({
          headers: z.object({ ...acceptLanguage }),
          body: z.object({ username: z.string(), password: z.string(), submit: z.string(), _eventId: z.string() }),
        }),
      )
      .output(
        z.object({
          url: z.string().optional(),
          redirectUrl: z.string().optional(),
          auth: z.string().optional(),
          userId: z.string().optional(),
        }),
      )
      .errors({ FORBIDDEN }),
  },

  pricingGroups: {
    find: route('POST', '/v2/pricing-groups')
      .input(
        z.object({
          headers: z.object({ ...acceptLanguage }),
          body: z.object({
            country: z.string().nullable(),
            /** Without the plus. */
            countryCode: z.string(),
            phoneNumber: z.string(),
          }),
        }),
      )
      .output(z.object({ pricingGroupName: z.enum(['P0', 'P1', 'P2', 'P3']), packageIds: z.array(z.string()) })),
  },

  packages: {
    list: route('GET', '/v2/packages')
      .input(
        z.object({
          headers: z.object({ ...acceptLanguage }),
          query: z.object({ ids: z.string(), pricingLocale: z.enum(['US', 'UK']) }),
        }),
      )
      .output(z.array(offeredPackage)),
  },

  countryCriteria: {
    check: route('POST', '/v2/country-criteria')
      .input(
        z.object({
          body: z.object({
            packageId: z.string(),
            countryCriteria: z.object({ countryCode: z.string(), phoneNumber: z.string(), country: z.string() }),
          }),
        }),
      )
      .output(z.object({ result: z.enum(['success', 'failure']) })),
  },

  reference: {
    regions: route('GET', '/v2/countries/{countryId}/regions')
      .input(z.object({ params: z.object({ countryId: z.string() }), headers: z.object({ ...acceptLanguage }) }))
      .output(z.array(listItem)),
    timezones: route('GET', '/v2/countries/{countryId}/timezones')
      .input(
        z.object({
          params: z.object({ countryId: z.string() }),
          query: z.object({ region: z.string().optional() }),
          headers: z.object({ ...acceptLanguage }),
        }),
      )
      .output(z.array(listItem)),
  },

  paymentClientToken: {
    get: route('GET', '/v2/payment-client-token')
      .input(z.object({ query: z.object({ country: z.string() }) }))
      .output(z.object({ clientToken: z.string(), hiddenCardBrands: z.array(z.string()) })),
  },

  parents: {
    /** One's own record; opens with the credentials token until that was used. */
    get: route('GET', '/v2/parents/{userId}')
      .input(z.object({ params: z.object({ userId: z.string() }), headers: z.object({ authorization: z.string() }) }))
      .output(
        z.object({
          userId: z.string(),
          email: z.string(),
          address: z.object({ country: z.string().nullable() }),
        }),
      )
      .errors({ FORBIDDEN, NOT_FOUND }),
  },

  credentials: {
    usernameAvailability: route('POST', '/v2/usernames/availability')
      .input(z.object({ headers: z.object({ authorization: z.string() }), body: z.object({ username: z.string() }) }))
      .output(z.object({ available: z.boolean(), meetsRequirements: z.boolean() }))
      .errors({ FORBIDDEN }),
    set: route('PUT', '/v2/credentials')
      .input(
        z.object({
          headers: z.object({ authorization: z.string(), ...acceptLanguage }),
          body: z.object({ username: z.string(), password: z.string() }),
        }),
      )
      .output(z.object({ userId: z.string() }))
      .errors({ INVALID, FORBIDDEN }),
  },

  families: {
    setFlag: route('PUT', '/v2/families/{familyId}/flags/{flag}')
      .input(
        z.object({
          params: z.object({ familyId: z.string(), flag: z.enum(['firstTimeSetup']) }),
          headers: z.object({ authorization: z.string() }),
          body: z.object({ value: z.boolean() }),
        }),
      )
      .output(z.object({ value: z.boolean() }))
      .errors({ FORBIDDEN, NOT_FOUND }),
  },
};
