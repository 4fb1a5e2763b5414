import type { Currency } from './money';
import type { Order } from './order';

/** How an order can be paid. */
export const PAYMENT_TYPES = ['creditCard', 'paypal', 'venmo'] as const;

export type PaymentType = (typeof PAYMENT_TYPES)[number];

/** What the session keeps of a successful payment: enough for the credentials and the receipt. */
export interface PaidOrder {
  order: Order;
  receipt: {
    cardLastFour: string | null;
    paymentType: PaymentType;
    totals: PaidTotals;
    transactionId: string | null;
    payForCoParent: boolean;
    paymentCodeDetails: { code: string; amount: number; amountFormatted: string }[];
    /** ISO 8601, GMT. */
    transactionDateTime: string;
  };
  registration: {
    parent: { userId: string; familyId: string; email: string };
    coParent: { email: string | null; phoneNumberWithCountryCode: string | null } | null;
    order: { packageId: string };
    promoCodes: string[] | null;
  };
  pricingInfo: {
    couponDetail: { couponCode: string; description: string; discount: number; discountFormatted: string } | null;
  };
  /** A secret. */
  clickToJoinToken: string;
  gaPayloadBase64?: string;
  /** Formatted; undefined when the backend could not tell. */
  renewalAmount?: string;
  /** IANA. Set when the billing address was entered in another browser. */
  timeZone?: string;
}

/** Minor units, each with its formatted twin. */
export interface PaidTotals {
  currencyCode: Currency;
  paymentCodeTotal: number;
  paymentCodeTotalFormatted: string;
  taxAmount: number;
  taxAmountFormatted: string;
  selectedPackageTotal: number;
  selectedPackageTotalFormatted: string;
  subTotal: number;
  subTotalFormatted: string;
  subTotalAfterDiscount: number;
  subTotalAfterDiscountFormatted: string;
  total: number;
  totalFormatted: string;
}
