import { z } from 'zod';
import { findPaymentType, PAYMENT_TYPES } from '~/domain/order';
import { statusAnswer, validationErrors } from './answers';
import { couponDetail, orderBody, paidTotals, paymentCodeDetail, withCodeTexts, withCouponText } from './prices';
import { amount, expected, expectedOr, id, maybe, text } from './reading';

/** Payments and their outcomes. Money is integer minor units. */

const paymentType = z.enum(PAYMENT_TYPES);

/** In an answer, in whatever words: `credit card` is `creditCard`. */
const writtenPaymentType = z
  .string()
  .transform((written) => findPaymentType(written))
  .pipe(paymentType);

export const isoTime = z.string().refine((time) => !Number.isNaN(Date.parse(time)));

/** Said of a failure that bears no sentence of its own (`PAYMENT_EXCEPTIONS`). */
const UNEXPECTED = 'Unexpected error';

const NOBODY = { userId: null, familyId: null, email: null };

/** The terms' version is the front end's name of it (`TERMS_VERSION`); the time is ISO 8601. */
export const termsAgreement = z.object({ version: z.string().max(100), agreedAt: isoTime });

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
  /** What the page asked to agree to, or said that paying agrees to. */
  termsAgreement: termsAgreement.optional(),
});
export type PaymentRequest = z.infer<typeof paymentRequest>;

/** A taken payment's. */
export const receipt = z.object({
  cardLastFour: maybe(text),
  paymentType: expected(writtenPaymentType),
  totals: expectedOr(paidTotals, paidTotals.parse({})),
  transactionId: expected(id),
  payForCoParent: expectedOr(z.boolean(), false),
  paymentCodeDetails: expectedOr(z.array(paymentCodeDetail), []),
  /** ISO 8601, GMT. */
  transactionDateTime: expected(isoTime),
  /** What a customer can read out; a receipt without it names the transaction alone. */
  orderNumber: maybe(id),
  /** Of the subscription, at its full price. */
  renewal: maybe(z.object({ date: isoTime, total: maybe(amount), totalFormatted: maybe(text) })),
  terms: maybe(termsAgreement),
});

/** Who paid, and for what. */
export const paidRegistration = z.object({
  parent: expectedOr(z.object({ userId: expected(id), familyId: expected(id), email: expected(text) }), NOBODY),
  coParent: maybe(z.object({ email: maybe(text), phoneNumberWithCountryCode: maybe(text) })),
  order: expectedOr(z.object({ packageId: expected(id) }), { packageId: null }),
  promoCodes: maybe(z.array(text)),
});

const paymentAnswerFields = z.object({
  receipt,
  registration: paidRegistration,
  pricingInfo: expectedOr(z.object({ couponDetail: maybe(couponDetail) }), { couponDetail: null }),
  clickToJoinToken: expected(text),
  gaPayloadBase64: maybe(text),
});

/** A payment that was taken. Only receipt and registration must be there, and each may lack any field. */
export const paymentAnswer = paymentAnswerFields.transform(withAnswerTexts);
export type PaymentAnswer = z.infer<typeof paymentAnswer>;

function withAnswerTexts<Answer extends z.output<typeof paymentAnswerFields>>(answer: Answer): Answer {
  const { currencyCode } = answer.receipt.totals;
  return {
    ...answer,
    receipt: {
      ...answer.receipt,
      paymentCodeDetails: withCodeTexts(answer.receipt.paymentCodeDetails, currencyCode),
    },
    pricingInfo: { couponDetail: withCouponText(answer.pricingInfo.couponDetail, currencyCode) },
  };
}

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
    ({ status, statusCode, message, exception, validationErrors: faults }) =>
      message === 'auth.fail.message' ||
      isFailure(status) ||
      isFailure(statusCode) ||
      Boolean(exception) ||
      (faults ?? []).length > 0,
    // Without `abort`, the union would report only this issue for a malformed success.
    { error: 'tells of no failure', abort: true },
  );

const isFailure = (status: number | null | undefined) => status != null && (status < 200 || status >= 300);

/** The payment was made under another key, which another browser or tab had sent. */
const isJoined = z.boolean().optional();

/** The answer to a payment; a backend may leave out `state`. */
export const paidPayment = paymentAnswerFields
  .extend({ state: z.literal('paid').default('paid'), isJoined })
  .transform(withAnswerTexts);

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
  z.object({ state: z.literal('failed'), exception: expectedOr(text, UNEXPECTED), isJoined }),
  pendingPayment,
  paidPayment,
]);
export type PaymentState = z.infer<typeof paymentState>;

/** Whether an output holds the failures that come with HTTP 200, so that whoever called has to look (app/backend/refusal.ts). */
export function tellsOfFailure(output: unknown): boolean {
  return output === statusAnswer || output === paymentResponse || output === paymentState;
}
