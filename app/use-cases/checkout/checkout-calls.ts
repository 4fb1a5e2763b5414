import type { PaymentRequest } from '~/backend/schemas/payments';
import type { PricingInfo } from '~/backend/schemas/prices';
import type { FoundPayment, PaymentOutcome } from '~/backend/refusal';
import type { Order } from '~/domain/order';
import type { BillingDetails, ContactRecord } from '~/domain/people';
import type { JoinState } from '~/journeys/join-state';
import type { With } from '~/journeys/open-states';
import type { Patch } from '~/journeys/parent/progress';

/** What the billing form left: an address, and the contact record with what the form said of it. */
export interface BilledContact {
  parent: ContactRecord;
  billing: BillingDetails;
}

/** The checkout's backend calls for either parent. Each throws what the backend throws (app/backend/refusal.ts). */
export interface CheckoutCalls {
  /** The backend's id of this sign-up. */
  id: string;
  /** @returns what the answer makes of the state */
  saveBilling(answered: BilledContact): Promise<Patch>;
  /** Whether the package is on offer in the billing country (docs/rules.md, "Country mismatch"). */
  checkCountry(order: Order, answered: BilledContact): Promise<'success' | 'failure'>;
  /** What is on offer in the billing country. */
  getPricing(answered: BilledContact): Promise<NonNullable<JoinState['pricing']>>;
  /** Codes and discount come from the state. */
  price(state: With<'order' | 'parent' | 'billing'>): Promise<PricingInfo>;
  /** The price without coupon and codes, which count only once. */
  priceAtRenewal(state: With<'order' | 'parent' | 'billing'>): Promise<PricingInfo>;
  /** Only where the backend stores consent apart from the payment. Never throws. */
  recordConsent?(): Promise<void>;
  pay(request: PaymentRequest, idempotencyKey: string): Promise<PaymentOutcome>;
  getPayment(idempotencyKey: string): Promise<FoundPayment>;
}
