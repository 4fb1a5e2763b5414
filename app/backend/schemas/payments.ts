import { z } from 'zod';
import { findPaymentType, PAYMENT_TYPES } from '~/domain/order';
import { AUTH_FAILED, isFailure, statusAnswer, validationErrors } from './answers';
import {
  confirmedText,
  couponDetail,
  orderBody,
  paidTotals,
  paymentCodeDetail,
  withCodeTexts,
  withCouponText,
} from './prices';
import { SECTIONS } from './sections';
import { amount, expected, expectedOr, headerText, id, maybe, text } from './reading';

/** Payments and their outcomes. Money is integer minor units. */

const paymentType = z.enum(PAYMENT_TYPES);

/** In any spelling: `credit card` is `creditCard`. */
const writtenPaymentType = z
  .string()
  .transform((written) => findPaymentType(written))
  .pipe(paymentType);

/** ISO 8601. A time without a zone is GMT, as the product documents, and not this process's. */
export const isoTime = z
  .string()
  .overwrite((time) => (/[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(time) ? `${time}Z` : time))
  .refine((time) => !Number.isNaN(Date.parse(time)));

/** The exception of a failure without a sentence (`PAYMENT_EXCEPTIONS`). */
const UNEXPECTED = 'Unexpected error';

const UNKNOWN_PARENT = { userId: null, familyId: null, email: null };

/** `version` is the front end's name for the terms (`TERMS_VERSION`); `agreedAt` is ISO 8601. */
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
  /** The terms that the visitor agreed to, with the checkbox or by paying. */
  termsAgreement: termsAgreement.optional(),
});
export type PaymentRequest = z.infer<typeof paymentRequest>;

/** Contact and address that Review showed. */
export const paidDetails = z.object({ ...SECTIONS.PARENT, ...SECTIONS.ADDRESS });
export type PaidDetails = z.infer<typeof paidDetails>;

/** Also the family, whose co-parent the payment invites. */
const paidFamily = paidDetails.extend(SECTIONS.FAMILY);
export type PaidFamily = z.infer<typeof paidFamily>;

/**
 * `payer` takes precedence over the stored answers, because another tab or browser may have stored others meanwhile, or an update may have
 * succeeded without a response. A backend without it uses the stored ones.
 */
export const registrationPaymentRequest = paymentRequest.extend({ payer: paidFamily.optional() });

/** As `registrationPaymentRequest`, without the family. */
export const invitedPaymentRequest = paymentRequest.extend({ payer: paidDetails.optional() });
export type InvitedPaymentRequest = z.infer<typeof invitedPaymentRequest>;

/** The receipt of a taken payment. */
export const receipt = z.object({
  cardLastFour: maybe(text),
  paymentType: expected(writtenPaymentType),
  totals: expectedOr(paidTotals, paidTotals.parse({})),
  transactionId: expected(id),
  payForCoParent: expectedOr(z.boolean(), false),
  paymentCodeDetails: expectedOr(z.array(paymentCodeDetail), []),
  /** ISO 8601, GMT. */
  transactionDateTime: expected(isoTime),
  /** A number that a customer can read out; a receipt without it shows only the transaction. */
  orderNumber: maybe(id),
  /** The subscription's renewal, at full price. */
  renewal: maybe(z.object({ date: isoTime, total: maybe(amount), totalFormatted: maybe(text) })),
  terms: maybe(termsAgreement),
});

/** Of a build-your-own order, so that the receipt can name its options if another press had others. */
const boughtOptions = {
  productId: text.nullish().catch(undefined),
  services: z.array(text).optional().catch(undefined),
};

/** The payer and the order. */
export const paidRegistration = z.object({
  parent: expectedOr(z.object({ userId: expected(id), familyId: expected(id), email: expected(text) }), UNKNOWN_PARENT),
  coParent: maybe(
    z.object({
      email: maybe(text),
      phoneNumberWithCountryCode: maybe(text),
      /** The co-parent's invite is sent on a later day because of a limit. The receipt says so. */
      isInviteDelayed: maybe(z.boolean()),
    }),
  ),
  order: expectedOr(z.object({ packageId: expected(id), ...boughtOptions }), { packageId: null }),
  promoCodes: maybe(z.array(text)),
});

const paymentAnswerFields = z.object({
  receipt,
  registration: paidRegistration,
  pricingInfo: expectedOr(z.object({ couponDetail: maybe(couponDetail) }), { couponDetail: null }),
  clickToJoinToken: expected(headerText),
  gaPayloadBase64: maybe(text),
});

/** A taken payment. Only receipt and registration are required, and each may lack any field. */
export const paymentAnswer = paymentAnswerFields.transform(withAnswerTexts);
export type PaymentAnswer = z.infer<typeof paymentAnswer>;

function withAnswerTexts<Answer extends z.output<typeof paymentAnswerFields>>(answer: Answer): Answer {
  const { renewal, totals } = answer.receipt;
  const { currencyCode } = totals;
  const renewalText = confirmedText(renewal?.totalFormatted ?? null, renewal?.total ?? null, currencyCode);
  return {
    ...answer,
    receipt: {
      ...answer.receipt,
      renewal: renewal && { ...renewal, totalFormatted: renewalText },
      paymentCodeDetails: withCodeTexts(answer.receipt.paymentCodeDetails, currencyCode),
    },
    pricingInfo: { couponDetail: withCouponText(answer.pricingInfo.couponDetail, currencyCode) },
  };
}

/**
 * A payment that failed although its HTTP status is 200 (docs/rules.md, "Refused payments"). A failing status, an exception or faults mark
 * it. A success may have the same fields, empty or with a status of 200.
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
      message === AUTH_FAILED.message ||
      isFailure(status) ||
      isFailure(statusCode) ||
      Boolean(exception) ||
      (faults ?? []).length > 0,
    // Without `abort`, the union would report only this issue for a malformed success.
    { error: 'reports no failure', abort: true },
  );

/** The payment was made with a key that another browser or tab sent. */
const isJoined = z.boolean().nullish();

/** Absent and null mean paid, and so does an empty text, which the contract does not name. An unknown state leaves the response unreadable. */
const paidState = z
  .literal('paid')
  .nullish()
  .catch(({ value }) => (value === '' ? null : value) as null)
  .pipe(z.literal('paid').nullish())
  .transform(() => 'paid' as const);

/** The response to a payment; a backend may omit `state`. */
export const paidPayment = paymentAnswerFields.extend({ state: paidState, isJoined }).transform(withAnswerTexts);

/** The outcome is unknown. Query it with the same idempotency key and never pay again. */
const pendingPayment = z.object({ state: z.literal('pending') });

/** Failures come first, because the fields of a success are irrelevant if the payment failed. */
export const paymentResponse = z.union([refusedPayment, pendingPayment, paidPayment]);
export type PaymentResponse = z.infer<typeof paymentResponse>;

/**
 * The state of a payment. `none` means that no payment with this key arrived and nothing is being charged: only then
 * may it be sent again. A 404 does not mean that, because a backend without this call also returns 404.
 */
export const paymentState = z.union([
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('failed'), exception: expectedOr(text, UNEXPECTED), isJoined }),
  pendingPayment,
  paidPayment,
]);
export type PaymentState = z.infer<typeof paymentState>;

/** Whether an operation reports failures with HTTP 200, so that its caller must check (app/backend/refusal.ts). */
export function mayReportFailure(output: unknown): boolean {
  return output === statusAnswer || output === paymentResponse || output === paymentState;
}
