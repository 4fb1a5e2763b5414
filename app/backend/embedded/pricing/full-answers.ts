import { z } from 'zod';
import { CURRENCIES } from '~/domain/money';
import { PAYMENT_TYPES } from '~/domain/order';
import { termsAgreement } from '~/backend/schemas/payments';
import { orderBody, pricingRequest } from '~/backend/schemas/prices';

/**
 * The responses that this backend returns and stores. They contain every field, although the contract allows backends
 * to omit some (app/backend/schemas/reading.ts). Money is integer minor units.
 */

const amount = z.number().int();

const fullTotals = z.object({
  currencyCode: z.enum(CURRENCIES),
  paymentCodeTotal: amount,
  paymentCodeTotalFormatted: z.string(),
  taxAmount: amount,
  taxAmountFormatted: z.string(),
  /** In percent. */
  taxRate: z.number(),
  selectedPackageTotal: amount,
  selectedPackageTotalFormatted: z.string(),
  subTotal: amount,
  subTotalFormatted: z.string(),
  subTotalAfterDiscount: amount,
  subTotalAfterDiscountFormatted: z.string(),
  total: amount,
  totalFormatted: z.string(),
});
export type FullTotals = z.infer<typeof fullTotals>;

const fullCoupon = z.object({
  couponCode: z.string(),
  description: z.string(),
  discount: amount,
  discountFormatted: z.string(),
});

const fullCode = z.object({
  code: z.string(),
  amount,
  amountFormatted: z.string(),
  /** The rest of a code that is only partly needed. */
  unused: amount.nullish(),
  unusedFormatted: z.string().nullish(),
});

export const fullPricing = z.object({
  couponDetail: fullCoupon.nullable(),
  payForCoParent: z.boolean(),
  paymentCodeDetails: z.array(fullCode),
  taxes: amount,
  taxId: z.string().nullable(),
  finalPrice: amount,
  taxesCalculated: z.boolean(),
  request: pricingRequest,
  totals: fullTotals,
});
export type FullPricing = z.infer<typeof fullPricing>;

export const fullPaymentAnswer = z.object({
  receipt: z.object({
    cardLastFour: z.string().nullable(),
    paymentType: z.enum(PAYMENT_TYPES),
    totals: fullTotals,
    transactionId: z.string().nullable(),
    payForCoParent: z.boolean(),
    paymentCodeDetails: z.array(fullCode),
    transactionDateTime: z.string(),
    orderNumber: z.string(),
    renewal: z.object({ date: z.string(), total: amount.nullable(), totalFormatted: z.string().nullable() }).nullable(),
    terms: termsAgreement.nullable(),
  }),
  registration: z.object({
    parent: z.object({ userId: z.string(), familyId: z.string(), email: z.string() }),
    coParent: z
      .object({
        email: z.string().nullable(),
        phoneNumberWithCountryCode: z.string().nullable(),
        isInviteDelayed: z.boolean().optional(),
      })
      .nullable(),
    // A ready-made order only has the package.
    order: orderBody.partial({ productId: true, services: true }),
    promoCodes: z.array(z.string()).nullable(),
  }),
  pricingInfo: z.object({ couponDetail: fullCoupon.nullable() }),
  clickToJoinToken: z.string(),
  gaPayloadBase64: z.string(),
});
export type FullPaymentAnswer = z.infer<typeof fullPaymentAnswer>;
