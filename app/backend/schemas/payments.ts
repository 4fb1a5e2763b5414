import { z } from 'zod';
import { PAYMENT_TYPES } from '~/domain/paid-order';
import { validationErrors } from './answers';
import { couponDetail, orderBody, paymentCodeDetail, totals } from './prices';

/** Payments and their outcomes. Money is integer minor units. */

const paymentType = z.enum(PAYMENT_TYPES);

export const paymentRequest = z.object({
  marketingOptIn: z.boolean(),
  order: orderBody,
  parentDuplicateConfirmed: z.boolean(),
  coParentDuplicateConfirmed: z.boolean(),
  payment: z.object({
    amountDisplayed: z.number().int(),
    cardHolderName: z.string().nullable(),
    /** Null if there is nothing to pay. */
    nonce: z.string().nullable(),
    paymentType,
    pricingLocale: z.enum(['US', 'UK']),
    storePaymentOnFile: z.literal(true),
    taxAmountDisplayed: z.number().int(),
    taxId: z.string().nullable(),
    deviceData: z.string().optional(),
    bankAccountNumber: z.null(),
    bankRoutingNumber: z.null(),
  }),
  payForCoparent: z.boolean(),
  promoCodes: z.array(z.string()).nullable(),
  segmentAnonymousId: z.string().nullable(),
});
export type PaymentRequest = z.infer<typeof paymentRequest>;

export const paymentAnswer = z.object({
  receipt: z.object({
    cardLastFour: z.string().nullable(),
    paymentType,
    totals,
    transactionId: z.string().nullable(),
    payForCoParent: z.boolean(),
    paymentCodeDetails: z.array(paymentCodeDetail),
    /** ISO 8601, GMT. */
    transactionDateTime: z.string(),
  }),
  registration: z.object({
    parent: z.object({ userId: z.string(), familyId: z.string(), email: z.string() }),
    coParent: z.object({ email: z.string().nullable(), phoneNumberWithCountryCode: z.string().nullable() }).nullable(),
    order: z.object({ packageId: z.string() }),
    promoCodes: z.array(z.string()).nullable(),
  }),
  pricingInfo: z.object({ couponDetail: couponDetail.nullable() }),
  clickToJoinToken: z.string(),
  gaPayloadBase64: z.string().nullish(),
});
export type PaymentAnswer = z.infer<typeof paymentAnswer>;

/**
 * A payment that failed although HTTP says 200 (docs/rules.md, "Refused payments"). A status of its own, an exception or faults mark it. A
 * success may have the same fields, empty or with a status of 200.
 */
export const refusedPayment = z
  .object({
    status: z.number().nullish(),
    statusCode: z.number().nullish(),
    message: z.string().nullish(),
    exception: z.string().nullish(),
    validationErrors: validationErrors.nullish(),
  })
  .refine(
    ({ status, statusCode, exception, validationErrors: faults }) =>
      isFailure(status) || isFailure(statusCode) || Boolean(exception) || (faults ?? []).length > 0,
    // Without `abort`, the union would report only this issue for a malformed success.
    { error: 'tells of no failure', abort: true },
  );

const isFailure = (status: number | null | undefined) => status != null && (status < 200 || status >= 300);

/** The answer to a payment; a backend may leave out `state`. */
export const paidPayment = paymentAnswer.extend({ state: z.literal('paid').default('paid') });

/** The outcome is unknown. Ask again with the same idempotency key and never pay again. */
const pendingPayment = z.object({ state: z.literal('pending') });

/** Failures come first, because the fields of a success are irrelevant if the payment failed. */
export const paymentResponse = z.union([refusedPayment, pendingPayment, paidPayment]);
export type PaymentResponse = z.infer<typeof paymentResponse>;

/**
 * The state of a payment. `none` means that no payment with this key arrived and nothing is being charged: only then may it be sent again.
 * A 404 does not mean that, because a backend that lacks this call also answers 404.
 */
export const paymentState = z.union([
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('failed'), exception: z.string() }),
  pendingPayment,
  paidPayment,
]);
export type PaymentState = z.infer<typeof paymentState>;
