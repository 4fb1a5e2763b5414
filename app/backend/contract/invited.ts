import { z } from 'zod';
import { statusAnswer } from '~/backend/schemas/answers';
import { invitedParentUpdate } from '~/backend/schemas/sections';
import { inviteContext } from '~/backend/schemas/invites';
import { invitedPaymentRequest, paidDetails, paymentResponse, paymentState } from '~/backend/schemas/payments';
import { pricingInfo, orderBody } from '~/backend/schemas/prices';
import { expected, expectedOr, id, maybe, text } from '~/backend/schemas/reading';
import {
  acceptLanguage,
  user,
  bearerHeaders,
  invitedOfferHeaders,
  inviteTokenHeaders,
  route,
  INVALID,
  FORBIDDEN,
  NOT_FOUND,
  DECLINED,
  PRICE_CHANGED,
  criteriaBody,
  criteriaResult,
} from './common';

const COMPLETED = { status: 410 } as const;

/** An invited co-parent's sign-up. Each call carries the invite token (docs/rules.md, "Invite calls"). */

export const invites = {
  /** An unknown, malformed, foreign or expired token always gets the same FORBIDDEN. COMPLETED means that the sign-up is done. */
  get: route('GET', '/v2/invites/{userId}')
    .input(
      z.object({
        params: user,
        headers: invitedOfferHeaders,
        /** What this browser's user has entered. An empty `callingCode` is not entered yet. */
        query: z.object({ callingCode: z.string().optional(), country: z.string().optional() }).optional(),
      }),
    )
    .output(inviteContext)
    .errors({ FORBIDDEN, NOT_FOUND, COMPLETED }),

  /** Mails a new link to the owner of this token. The response never shows whether the invite exists. */
  renew: route('POST', '/v2/invites/renewals')
    .input(z.object({ headers: z.object({ ...acceptLanguage }), body: z.object({ inviteToken: z.string() }) }))
    .output(statusAnswer),
};

export const parents = {
  /** Returns the caller's own record. Accepts an unused credentials token or an invite token. */
  get: route('GET', '/v2/parents/{userId}')
    .input(z.object({ params: user, headers: bearerHeaders }))
    .output(
      z.object({
        userId: maybe(id),
        email: expected(text),
        agreedToTerms: expectedOr(z.boolean(), false),
        /** The last answer about news by e-mail. */
        marketingOptIn: maybe(z.boolean()),
        /** Null if a parent sent the invite. */
        isProfessional: maybe(z.boolean()),
        address: expectedOr(z.object({ country: maybe(text) }), { country: null }),
      }),
    )
    .errors({ FORBIDDEN, NOT_FOUND, COMPLETED }),

  /**
   * Accepts the first step (`PARENT`), the billing form (`PARENT`, `ADDRESS`), or the sections sent with the credentials. Status 112,
   * or `auth.fail.message`, means that the invite is no longer valid.
   */
  update: route('PUT', '/v2/parents/{userId}')
    .input(z.object({ params: user, headers: bearerHeaders, body: invitedParentUpdate }))
    .output(statusAnswer)
    .errors({ INVALID, FORBIDDEN, NOT_FOUND }),

  agreeToTerms: route('POST', '/v2/parents/{userId}/terms')
    .input(z.object({ params: user, headers: inviteTokenHeaders, body: z.object({ agreedToTerms: z.literal(true) }) }))
    .output(statusAnswer)
    .errors({ FORBIDDEN, NOT_FOUND }),

  setMarketingOptIn: route('PUT', '/v2/parents/{userId}/marketing-opt-in')
    .input(z.object({ params: user, headers: inviteTokenHeaders, body: z.object({ marketingOptIn: z.boolean() }) }))
    .output(statusAnswer)
    .errors({ FORBIDDEN, NOT_FOUND }),

  checkCountry: route('POST', '/v2/parents/{userId}/country-criteria')
    .input(z.object({ params: user, headers: invitedOfferHeaders, body: criteriaBody }))
    .output(criteriaResult)
    .errors({ FORBIDDEN }),

  /** Prices and checks an invited parent's order, at the address of `payer`, or else the stored one. */
  price: route('POST', '/v2/parents/{userId}/pricing')
    .input(
      z.object({
        params: user,
        headers: invitedOfferHeaders.extend({ 'x-referrer-key': z.string().optional() }),
        body: z.object({
          userId: z.string(),
          orderDetail: orderBody,
          subscriptionCodes: z.array(z.string()),
          /** Ignores the coupon of the invite, to get the renewal price. */
          withoutCoupon: z.boolean().optional(),
          /** Contact and address of this browser. Another person with the link may have stored others. */
          payer: paidDetails.optional(),
        }),
      }),
    )
    .output(z.object({ pricing: pricingInfo }))
    .errors({ INVALID, FORBIDDEN }),

  /** Works like the payment of a registration. An invalid invite gets FORBIDDEN, or a response with status 112. */
  pay: route('POST', '/v2/parents/{userId}/payment')
    .input(
      z.object({
        params: user,
        headers: invitedOfferHeaders.extend({ 'x-referrer-key': z.string().optional(), 'idempotency-key': z.string() }),
        body: invitedPaymentRequest,
      }),
    )
    .output(paymentResponse)
    .errors({ INVALID, FORBIDDEN, NOT_FOUND, DECLINED, PRICE_CHANGED }),

  payment: route('GET', '/v2/parents/{userId}/payments/{idempotencyKey}')
    .input(z.object({ params: user.extend({ idempotencyKey: z.string() }), headers: bearerHeaders }))
    .output(paymentState)
    .errors({ FORBIDDEN, NOT_FOUND }),
};
