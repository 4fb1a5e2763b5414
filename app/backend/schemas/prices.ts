import { z } from 'zod';
import { addressBody } from './people';

/** Orders and their prices. Money is integer minor units. */

export const orderBody = z.object({
  packageId: z.string(),
  productId: z.string().nullable(),
  services: z.array(z.string()),
});

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

export const couponDetail = z.object({
  couponCode: z.string(),
  description: z.string(),
  discount: z.number().int(),
  discountFormatted: z.string(),
});

export const paymentCodeDetail = z.object({ code: z.string(), amount: z.number().int(), amountFormatted: z.string() });

export const pricingRequest = z.object({
  address: addressBody.extend({ type: z.literal('PRIMARY') }),
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
  /** In minor units. VAT is already included in the total. */
  taxes: z.number().int(),
  taxId: z.string().nullable(),
  finalPrice: z.number().int(),
  taxesCalculated: z.boolean(),
  request: pricingRequest,
  totals,
});
export type PricingInfo = z.infer<typeof pricingInfo>;
