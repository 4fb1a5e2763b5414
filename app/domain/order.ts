import type { Currency } from './money';

/** `productId` and `services` describe a build-your-own order; they are null and empty for a ready-made package. */
export interface Order {
  packageId: string;
  productId: string | null;
  services: string[];
}

/** As addresses spell them, too. */
export const WALLETS = ['paypal', 'venmo'] as const;

export type WalletName = (typeof WALLETS)[number];

/** How an order can be paid. */
export const PAYMENT_TYPES = ['creditCard', ...WALLETS] as const;

export type PaymentType = (typeof PAYMENT_TYPES)[number];

/** The session's data about a successful payment, for the credentials and the receipt. */
export interface PaidOrder {
  order: Order;
  receipt: {
    cardLastFour: string | null;
    /** As the provider names it; absent if the card was not entered in this session. */
    cardBrand?: string;
    paymentType: PaymentType | null;
    totals: PaidTotals;
    transactionId: string | null;
    payForCoParent: boolean;
    paymentCodeDetails: PaidCode[];
    /** ISO 8601, GMT. */
    transactionDateTime: string;
    /** Such as `7K3-Q9X-TF2`. A remote backend may omit it, like the next two. */
    orderNumber?: string | null;
    renewal?: PaidRenewal | null;
    terms?: TermsAgreement | null;
  };
  registration: {
    parent: { userId: string | null; familyId: string | null; email: string };
    coParent: {
      email: string | null;
      phoneNumberWithCountryCode: string | null;
      /** The co-parent's invite is sent on a later day. */
      isInviteDelayed?: boolean | null;
    } | null;
    order: { packageId: string | null };
    promoCodes: string[] | null;
  };
  pricingInfo: { couponDetail: PaidCoupon | null };
  /** A secret. Null if the backend sent none: parent A then cannot set credentials here. */
  clickToJoinToken: string | null;
  gaPayloadBase64?: string;
  /** Formatted; undefined if the backend did not return it. */
  renewalAmount?: string;
  /** IANA. Set when the billing address was entered in another browser. */
  timeZone?: string;
  payer: Payer;
  /** The answer about news by e-mail. Absent if another browser paid. */
  marketingOptIn?: boolean;
}

/** The next renewal. */
export interface PaidRenewal {
  /** ISO 8601. */
  date: string;
  /** Minor units. */
  total: number | null;
  totalFormatted: string | null;
}

export interface PaidCode {
  code: string;
  amount: number | null;
  amountFormatted: string | null;
  /** The part of a code's value that this order does not use. */
  unused?: number | null;
  unusedFormatted?: string | null;
}

export interface PaidCoupon {
  couponCode: string | null;
  description: string | null;
  discount: number | null;
  discountFormatted: string | null;
}

/** Minor units, each with its formatted text. Null if the backend omitted it for a taken payment. */
export interface PaidTotals {
  currencyCode: Currency | null;
  paymentCodeTotal: number | null;
  paymentCodeTotalFormatted: string | null;
  taxAmount: number | null;
  taxAmountFormatted: string | null;
  /** In percent, such as 6.875. */
  taxRate?: number | null;
  selectedPackageTotal: number | null;
  selectedPackageTotalFormatted: string | null;
  subTotal: number | null;
  subTotalFormatted: string | null;
  subTotalAfterDiscount: number | null;
  subTotalAfterDiscountFormatted: string | null;
  total: number | null;
  totalFormatted: string | null;
}

/** Finds a payment type in any spelling, such as `credit card`, `PayPal` or `CREDIT_CARD`. */
export function findPaymentType(written: string): PaymentType | undefined {
  const letters = written.toLowerCase().replace(/[^a-z]/g, '');
  return (
    PAYMENT_TYPES.find((type) => type.toLowerCase() === letters) ?? (letters === 'card' ? 'creditCard' : undefined)
  );
}

/** A billing address. */
export interface PayerAddress {
  line1: string;
  line2: string | null;
  city: string;
  /** ISO 3166-2 without the country; empty if the country has no regions. */
  region: string;
  /** Empty if the country has no postal codes. */
  postalCode: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

/** The payer's name and address at the payment. Null if unknown. */
export interface Payer {
  name: string | null;
  address: PayerAddress | null;
}

/** The terms that the payer agreed to. */
export interface TermsAgreement {
  /** The operator's name for the terms (`TERMS_VERSION`). */
  version: string;
  /** ISO 8601. */
  agreedAt: string;
}
