import { z } from 'zod';
import { statusAnswer } from '~/backend/schemas/answers';
import { registrationPaymentRequest, paymentResponse, paymentState } from '~/backend/schemas/payments';
import { parentBody, subscriptionStatus } from '~/backend/schemas/people';
import { couponOffer, pricingInfo, pricingRequest } from '~/backend/schemas/prices';
import { registrationUpdate } from '~/backend/schemas/sections';
import { acknowledgement, expectedOr, headerText, id, maybe } from '~/backend/schemas/reading';
import {
  acceptLanguage,
  registrationHeaders,
  signup,
  route,
  INVALID,
  FORBIDDEN,
  NOT_FOUND,
  DECLINED,
  PRICE_CHANGED,
  PAYMENT_BEGUN,
} from './common';

/** Parent A's sign-up. Each call carries the registration key (docs/rules.md, "Registration calls"). */

export const registrations = {
  create: route('POST', '/v2/registrations')
    .input(
      z.object({
        headers: z.object({ 'x-referrer-key': z.string().optional(), ...acceptLanguage }),
        body: z.object({
          parent: parentBody,
          parentDuplicateConfirmed: z.boolean(),
          sections: z.array(z.literal('PARENT')).length(1),
          segmentAnonymousId: z.string().nullable(),
          segmentIdentify: z.boolean(),
        }),
      }),
    )
    .output(z.object({ registrationKey: headerText, signupId: id, subscriptionStatus: maybe(subscriptionStatus) }))
    .errors({ INVALID, FORBIDDEN, NOT_FOUND }),

  /** Accepts a changed step 1 (`PARENT`), the billing form (`PARENT`, `ADDRESS`), or step 2 (`FAMILY`). */
  update: route('PUT', '/v2/registrations/{signupId}')
    .input(
      z.object({
        params: signup,
        headers: registrationHeaders,
        body: registrationUpdate,
      }),
    )
    .output(acknowledgement({ signupId: maybe(id), subscriptionStatus: maybe(subscriptionStatus) }))
    .errors({ INVALID, FORBIDDEN, NOT_FOUND }),

  /** Deletes an unpaid registration after "Exit this page". Succeeds if it does not exist any more. A backend may lack this call. */
  discard: route('DELETE', '/v2/registrations/{signupId}')
    .input(z.object({ params: signup, headers: registrationHeaders.pick({ 'x-registration-key': true }) }))
    .output(acknowledgement({}))
    .errors({ FORBIDDEN, NOT_FOUND, PAYMENT_BEGUN }),

  coupons: route('GET', '/v2/registrations/{signupId}/coupons')
    .input(z.object({ params: signup, headers: registrationHeaders }))
    .output(z.object({ coupons: expectedOr(z.array(couponOffer), []) }))
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
        body: registrationPaymentRequest,
      }),
    )
    .output(paymentResponse)
    .errors({ INVALID, FORBIDDEN, NOT_FOUND, DECLINED, PRICE_CHANGED }),

  /** Returns the outcome of the payment sent with this idempotency key. */
  payment: route('GET', '/v2/registrations/{signupId}/payments/{idempotencyKey}')
    .input(z.object({ params: signup.extend({ idempotencyKey: z.string() }), headers: registrationHeaders }))
    .output(paymentState)
    .errors({ FORBIDDEN, NOT_FOUND }),

  /**
   * Mails the link to username and password again, to the payer's address. The response never shows whether a mail was
   * sent.
   */
  resendLink: route('POST', '/v2/registrations/{signupId}/links')
    .input(
      z.object({ params: signup, headers: registrationHeaders, body: z.object({ kind: z.literal('credentials') }) }),
    )
    .output(statusAnswer)
    .errors({ FORBIDDEN, NOT_FOUND }),
};
