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
  inviteContext,
  invitedParentUpdate,
  orderBody,
  statusAnswer,
  validationErrors,
} from './messages';
import { LOOKUPS, professionalAnswer, professionalStepBody, professionalUserBody } from './professional-messages';

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
const user = z.object({ userId: z.string() });
/** `Bearer` and the invite token, or a credentials token where one is meant. */
const bearerHeaders = z.object({ authorization: z.string(), ...acceptLanguage });
/** The terms-style calls take the invite token raw. */
const inviteTokenHeaders = z.object({ 'x-invite-token': z.string(), ...acceptLanguage });

const route = (method: 'GET' | 'POST' | 'PUT', path: `/${string}`) =>
  oc.route({ method, path, inputStructure: 'detailed' });

/** The person can mend it, or it is a duplicate: a `field` with `.duplicate` in its name says so. */
const INVALID = { status: 422, data: z.object({ validationErrors }) } as const;
/** Of a professional's registration: a fault a field, the text in the visitor's language or empty. */
const CONFLICT = { status: 409, data: z.object({ validationErrors }) } as const;
const FORBIDDEN = { status: 403 } as const;
const NOT_FOUND = { status: 404 } as const;
/** The provider refused; nothing was taken. `exception` is the sentence to show, one of `PAYMENT_EXCEPTIONS` where known. */
const DECLINED = { status: 402, data: z.object({ exception: z.string(), status: z.number() }) } as const;
/** The amount shown is not what it costs now; nothing was taken. */
const PRICE_CHANGED = { status: 409, data: z.object({ pricing: pricingInfo }) } as const;

const countryCriteria = z.object({
  packageId: z.string(),
  countryCriteria: z.object({ countryCode: z.string(), phoneNumber: z.string(), country: z.string() }),
});
const criteriaResult = z.object({ result: z.enum(['success', 'failure']) });

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
      .errors({ INVALID, FORBIDDEN, NOT_FOUND, DECLINED, PRICE_CHANGED }),

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
      .input(z.object({ body: countryCriteria }))
      .output(criteriaResult),
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

  invites: {
    /**
     * What an invite opens. FORBIDDEN for a token that is unknown, malformed, somebody else's or too old, all alike; COMPLETED once the
     * sign-up is done.
     */
    get: route('GET', '/v2/invites/{userId}')
      .input(z.object({ params: user, headers: bearerHeaders }))
      .output(inviteContext)
      .errors({ FORBIDDEN, COMPLETED: { status: 410 } }),

    /** Mails a new link to whose invite this token was; the answer never tells whether there is such a one. */
    renew: route('POST', '/v2/invites/renewals')
      .input(z.object({ headers: z.object({ ...acceptLanguage }), body: z.object({ inviteToken: z.string() }) }))
      .output(statusAnswer),
  },

  parents: {
    /** One's own record; opens with the credentials token until that was used, or with an invite token. */
    get: route('GET', '/v2/parents/{userId}')
      .input(z.object({ params: user, headers: z.object({ authorization: z.string() }) }))
      .output(
        z.object({
          userId: z.string(),
          email: z.string(),
          agreedToTerms: z.boolean(),
          address: z.object({ country: z.string().nullable() }),
        }),
      )
      .errors({ FORBIDDEN, NOT_FOUND }),

    /** Status 112, or `auth.fail.message`: the invite does not open anything any more. */
    update: route('PUT', '/v2/parents/{userId}')
      .input(z.object({ params: user, headers: bearerHeaders, body: invitedParentUpdate }))
      .output(statusAnswer)
      .errors({ FORBIDDEN, NOT_FOUND }),

    agreeToTerms: route('POST', '/v2/parents/{userId}/terms')
      .input(
        z.object({ params: user, headers: inviteTokenHeaders, body: z.object({ agreedToTerms: z.literal(true) }) }),
      )
      .output(statusAnswer)
      .errors({ FORBIDDEN, NOT_FOUND }),

    setMarketingOptIn: route('PUT', '/v2/parents/{userId}/marketing-opt-in')
      .input(z.object({ params: user, headers: inviteTokenHeaders, body: z.object({ marketingOptIn: z.boolean() }) }))
      .output(statusAnswer)
      .errors({ FORBIDDEN, NOT_FOUND }),

    checkCountry: route('POST', '/v2/parents/{userId}/country-criteria')
      .input(z.object({ params: user, headers: bearerHeaders, body: countryCriteria }))
      .output(criteriaResult)
      .errors({ FORBIDDEN }),

    /** The price and order check of an invited parent; the address is the one they left with us. */
    price: route('POST', '/v2/parents/{userId}/pricing')
      .input(
        z.object({
          params: user,
          headers: bearerHeaders.extend({ 'x-referrer-key': z.string().optional() }),
          body: z.object({
            userId: z.string(),
            orderDetail: orderBody,
            subscriptionCodes: z.array(z.string()),
            /** Leaves the invite's own coupon out: what the subscription costs when it renews. */
            withoutCoupon: z.boolean().optional(),
          }),
        }),
      )
      .output(z.object({ pricing: pricingInfo }))
      .errors({ INVALID, FORBIDDEN }),

    /** Like the payment of a registration; a dead invite is FORBIDDEN, or an answer with status 112. */
    pay: route('POST', '/v2/parents/{userId}/payment')
      .input(
        z.object({
          params: user,
          headers: bearerHeaders.extend({ 'x-referrer-key': z.string().optional(), 'idempotency-key': z.string() }),
          body: paymentRequest,
        }),
      )
      .output(z.union([z.object({ status: z.literal(112), message: z.string() }), paymentOutcome]))
      .errors({ INVALID, FORBIDDEN, DECLINED, PRICE_CHANGED }),

    payment: route('GET', '/v2/parents/{userId}/payments/{idempotencyKey}')
      .input(z.object({ params: user.extend({ idempotencyKey: z.string() }), headers: bearerHeaders }))
      .output(paymentState)
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

  lookups: {
    /** An option list in the spec's order, its names in the visitor's language. Only the roles depend on a country. */
    list: route('GET', '/v2/lookups/{list}')
      .input(
        z.object({
          params: z.object({ list: z.enum(LOOKUPS) }),
          query: z.object({ country: z.string().optional() }),
          headers: z.object({ ...acceptLanguage }),
        }),
      )
      .output(z.array(listItem)),
  },

  professional: {
    /** Whether one step's values will do; nothing is kept. */
    validate: route('POST', '/v2/professional/users/validator')
      .input(
        z.object({
          headers: z.object({
            ...acceptLanguage,
            'x-anonymous-id': z.string().optional(),
            'x-activity': z.literal('START'),
          }),
          body: professionalStepBody,
        }),
      )
      .output(z.object({ valid: z.literal(true) }))
      .errors({ CONFLICT }),

    /** Registers a professional, once for each key: the same key again gets the account that was made with it. */
    create: route('POST', '/v2/professional/users')
      .input(
        z.object({
          headers: z.object({ 'idempotency-key': z.string(), ...acceptLanguage }),
          body: professionalUserBody,
        }),
      )
      .output(professionalAnswer)
      .errors({ CONFLICT }),
  },
};
