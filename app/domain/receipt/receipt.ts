import type { PaidCode, PaidCoupon, PaidTotals, PaymentType, Payer, TermsAgreement } from '~/domain/order';

/** The seller, as a receipt must show it. */
export interface Seller {
  name: string;
  address: string;
  /** Such as a VAT number; undefined without one. */
  taxId: string | undefined;
  /** Replaces our own text about the right of withdrawal, by the reader's language. */
  withdrawal: Readonly<Partial<Record<string, string>>>;
}

/** The contents of a receipt, on the page and in the mail (`receiptSections` formats it). Null means unknown. */
export interface Receipt {
  seller: Seller;
  supportEmail: string;
  /** Such as `7K3-Q9X-TF2`. */
  orderNumber: string | null;
  transactionId: string | null;
  /** ISO 8601. */
  paidAt: string;
  /** IANA: the payer's, used for the dates. */
  timeZone: string;
  payer: Payer & { email: string };
  /** Names are in the reader's language. Null if the package is no longer sold. */
  sold: { name: string; options: string[]; priceFormatted: string | null } | null;
  /** The subscription's term. */
  years: 1 | 2 | null;
  isVatIncluded: boolean;
  isForCoParent: boolean;
  totals: PaidTotals;
  coupon: PaidCoupon | null;
  codes: readonly PaidCode[];
  paymentType: PaymentType | null;
  cardLastFour: string | null;
  /** As the provider names it. Only the browser's session knows it. */
  cardBrand?: string;
  /** The next renewal. `amount` is formatted. */
  renewal: { date: string; amount: string | null } | null;
  terms: TermsAgreement | null;
}
