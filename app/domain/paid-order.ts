import type { Currency } from './money';
import type { Order } from './order';
import type { PaymentType } from './payment-type';

/** What is kept of a payment that went through: enough for the credentials, the receipt, and nothing more (docs/rules.md, "Registration calls"). */
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
  /** The credentials token: a secret. */
  clickToJoinToken: string;
  gaPayloadBase64?: string;
  /** What is billed when the subscription renews, formatted; undefined where it is not known. */
  renewalAmount?: string;
  /** The buyer's, an IANA zone, where their billing address was told in another browser. */
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
