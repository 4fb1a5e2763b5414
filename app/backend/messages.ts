import { z } from 'zod';

/** The shapes that travel between the front end and the backend, named as in the spec's section 3. Money is integer minor units. */

export const validationErrors = z.array(z.object({ field: z.string(), text: z.string() }));
export type ValidationErrors = z.infer<typeof validationErrors>;

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

export const orderBody = z.object({
  packageId: z.string(),
  productId: z.string().nullable(),
  services: z.array(z.string()),
});

export const listItem = z.object({ value: z.string(), name: z.string() });

/** An option of a build-your-own package; its price is for one year. */
export const packageOption = z.object({
  code: z.string(),
  displayName: z.string(),
  pricePerYear: z.number().int(),
  pricePerYearFormatted: z.string(),
});

export const offeredPackage = z.object({
  id: z.string(),
  /** Letters and a digit: 2 means two years. */
  code: z.string(),
  displayName: z.string(),
  receiptText: z.string(),
  /** What the package holds, a short phrase each. */
  features: z.array(z.string()),
  subDurationInYears: z.union([z.literal(1), z.literal(2)]),
  buildYourOwn: z.boolean(),
  analyticsPackage: z.string(),
  currencyCode: z.enum(['USD', 'GBP']),
  currencySymbol: z.string(),
  /** For a build-your-own package the price of its one-year subscription without options. */
  price: z.number().int(),
  priceFormatted: z.string(),
  vatAmount: z.number().int().nullable(),
  vatAmountFormatted: z.string().nullable(),
  priority: z.number().int(),
  /** Of a build-your-own package: its subscriptions, with the price of their whole term, and its options. */
  subscriptions: z.array(
    z.object({
      productId: z.enum(['SUB1YEAR', 'SUB2YEAR']),
      years: z.union([z.literal(1), z.literal(2)]),
      price: z.number().int(),
      priceFormatted: z.string(),
    }),
  ),
  options: z.array(packageOption),
});
export type OfferedPackage = z.infer<typeof offeredPackage>;

export const totals = z.object({
  currencyCode: z.enum(['USD', 'GBP']),
  paymentCodeTotal: z.number().int(),
  paymentCodeTotalFormatted: z.string(),
  taxAmount: z.number().int(),
  taxAmountFormatted: z.string(),
  selectedPackageTotal: z.number().int(),
  selectedPackageTotalFormatted: z.string(),
  subTotal: z.number().int(),
  subTotalFormatted: z.string(),
  subTotalAfterDiscount: z.number().int(),
  subTotalAfterDiscountFormatted: z.string(),
  total: z.number().int(),
  totalFormatted: z.string(),
});

const couponDetail = z.object({
  couponCode: z.string(),
  description: z.string(),
  discount: z.number().int(),
  discountFormatted: z.string(),
});

const paymentCodeDetail = z.object({ code: z.string(), amount: z.number().int(), amountFormatted: z.string() });

export const pricingRequest = z.object({
  address: z.object({
    line1: z.string(),
    line2: z.string().nullable(),
    city: z.string(),
    region: z.string(),
    postalCode: z.string(),
    country: z.string(),
    type: z.literal('PRIMARY'),
  }),
  limboId: z.string(),
  orderDetail: orderBody,
  payForCoparent: z.boolean(),
  paymentCodes: z.array(z.string()),
  phoneCountryCode: z.string(),
  phoneNumber: z.string(),
});

export const pricingInfo = z.object({
  couponDetail: couponDetail.nullable(),
  payForCoParent: z.boolean(),
  paymentCodeDetails: z.array(paymentCodeDetail),
  /** The tax of the order, in minor units; already inside the total where it is VAT. */
  taxes: z.number().int(),
  taxId: z.string().nullable(),
  finalPrice: z.number().int(),
  taxesCalculated: z.boolean(),
  request: pricingRequest,
  totals,
});
export type PricingInfo = z.infer<typeof pricingInfo>;

export const paymentType = z.enum(['creditCard', 'paypal', 'venmo']);

export const paymentRequest = z.object({
  marketingOptIn: z.boolean(),
  order: orderBody,
  parentDuplicateConfirmed: z.boolean(),
  coParentDuplicateConfirmed: z.boolean(),
  payment: z.object({
    amountDisplayed: z.number().int(),
    cardHolderName: z.string().nullable(),
    /** Null where nothing is to pay. */
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
 * A payment that was not taken although HTTP says 200 (spec, section 8, "Invited payment"): told by a status of its own, an exception or
 * faults. A success may bear the same fields, empty or with a status of 200.
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
    // Aborting, or the union would take what is wrong with a success for this alone.
    { error: 'tells of no failure', abort: true },
  );

const isFailure = (status: number | null | undefined) => status != null && (status < 200 || status >= 300);

/** The payment response as the spec has it; `state` is ours, and a backend may leave it out. */
export const paidPayment = paymentAnswer.extend({ state: z.literal('paid').default('paid') });
/** Nobody can tell yet whether the money moved: ask again with the same idempotency key, never pay again. */
const pendingPayment = z.object({ state: z.literal('pending') });

/** How a payment is answered: failures first, since what a success holds is not looked at before. */
export const paymentResponse = z.union([refusedPayment, pendingPayment, paidPayment]);
export type PaymentResponse = z.infer<typeof paymentResponse>;

/**
 * What became of a payment that was asked about. `none` says that nothing ever came with this key and nothing is being charged: only then
 * may it be sent again. A 404 says no such thing: a backend that lacks the call gives one too.
 */
export const paymentState = z.union([
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('failed'), exception: z.string() }),
  pendingPayment,
  paidPayment,
]);
export type PaymentState = z.infer<typeof paymentState>;

const person = z.object({ firstName: z.string(), lastName: z.string() });

/** Somebody of the family an invited co-parent joins; `color` is a name of the product's palette. */
export const familyMember = person.extend({
  displayInitials: z.string(),
  color: z.string(),
  userId: z.string().nullable(),
});

/** The spec's invite context (section 3), and what the backend knows of the invited person besides. Nothing of who invited but a name. */
export const inviteContext = z.object({
  userId: z.string(),
  familyMembers: z.array(familyMember),
  isSubscriptionCurrent: z.boolean(),
  billingAddressComplete: z.boolean(),
  requireCredentials: z.boolean(),
  userCreatedByPro: z.boolean(),
  proFirstName: z.string().nullable(),
  proLastName: z.string().nullable(),
  coparentPackageId: z.string().nullable(),
  availableCoupons: z.array(z.object({ couponCode: z.string(), description: z.string() })),
  pricingGroupName: z.enum(['P0', 'P1', 'P2', 'P3']),
  packageIds: z.array(z.string()),
  /** What the invited person is known by: from the invitation at first, from themselves once they have told it. */
  parent: z.object({
    firstName: z.string(),
    lastName: z.string(),
    email: z.string().nullable(),
    phoneCountryCode: z.string().nullable(),
    phoneNumber: z.string().nullable(),
  }),
  /** They have told it themselves: the first step is done, in whatever browser. */
  parentComplete: z.boolean(),
  /** The order they have paid themselves, where they have. */
  paidOrder: z.object({ answer: paymentAnswer, order: orderBody, timeZone: z.string() }).nullable(),
});
export type InviteContext = z.infer<typeof inviteContext>;

/** The invited parent's own update (spec, section 3, "Invited parent update payload"), by sections; an address that is not told is all null. */
export const invitedParentUpdate = z.object({
  sections: z.array(z.enum(['PARENT', 'ADDRESS', 'REFERRAL', 'SECURITY_QUESTION', 'SECURITY_CODE'])).min(1),
  parent: parentBody,
  address: z.object({
    line1: z.string().nullable(),
    line2: z.string().nullable(),
    city: z.string().nullable(),
    region: z.string().nullable(),
    postalCode: z.string().nullable(),
    country: z.string().nullable(),
  }),
  segmentAnonymousId: z.string().nullable(),
  segmentIdentify: z.boolean(),
  parentDuplicateConfirmed: z.boolean().optional(),
  referral: referralBody.optional(),
  securityQuestion: z.string().optional(),
  securityAnswer: z.string().optional(),
  securityCode: z.string().optional(),
  confirmCode: z.string().optional(),
});
export type InvitedParentUpdate = z.infer<typeof invitedParentUpdate>;

/**
 * How the calls of an invited parent answer: a failure too comes with HTTP 200, and is told by `status`, `message` or its faults. One of
 * them is there.
 */
export const statusAnswer = z
  .object({
    status: z.number().nullish(),
    message: z.string().nullish(),
    validationErrors: validationErrors.nullish(),
  })
  .refine((answer) => Object.values(answer).some((told) => told != null), { error: 'tells nothing' });
export type StatusAnswer = z.infer<typeof statusAnswer>;
