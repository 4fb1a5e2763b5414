import type { PaidCode, PaidCoupon, PaidTotals, PaymentType, Payer, TermsAgreement } from '~/domain/order';

/** Who sells, as a receipt has to say it. */
export interface Seller {
  name: string;
  address: string;
  /** Such as a VAT number; undefined where there is none. */
  taxId: string | undefined;
  /** By the reader's language: what is said of the right of withdrawal in place of our own sentence. */
  withdrawal: Readonly<Partial<Record<string, string>>>;
}

/** All that a receipt says, on the page and in the mail (`receiptSections` puts it into words). Null is what nobody knows. */
export interface Receipt {
  seller: Seller;
  supportEmail: string;
  /** Such as `7K3-Q9X-TF2`. */
  orderNumber: string | null;
  transactionId: string | null;
  /** ISO 8601. */
  paidAt: string;
  /** IANA: the payer's, in which dates are shown. */
  timeZone: string;
  payer: Payer & { email: string };
  /** Names are in the reader's language. Null where the package is not sold any more. */
  sold: { name: string; options: string[]; priceFormatted: string | null } | null;
  /** Of the subscription. */
  years: 1 | 2 | null;
  isVatIncluded: boolean;
  isForCoParent: boolean;
  totals: PaidTotals;
  coupon: PaidCoupon | null;
  codes: readonly PaidCode[];
  paymentType: PaymentType | null;
  cardLastFour: string | null;
  /** The next one. `amount` is formatted. */
  renewal: { date: string; amount: string | null } | null;
  terms: TermsAgreement | null;
}
