import type { PaymentRequest } from '~/backend/schemas/payments';
import type { PricingInfo } from '~/backend/schemas/prices';
import type { FoundPayment, PaymentOutcome } from '~/backend/refusal';
import type { Order } from '~/domain/order';
import type { BillingDetails } from '~/domain/people';
import type { JoinState } from '~/journeys/join-state';
import type { With } from '~/journeys/open-states';

/** The checkout's backend calls for either parent. Each throws what the backend throws (app/backend/refusal.ts). */
export interface CheckoutCalls {
  /** The backend's id of this sign-up. */
  id: string;
  saveBilling(billing: BillingDetails): Promise<void>;
  /** Whether the phone matches the billing country (docs/rules.md, "Country mismatch"). */
  checkCountry(order: Order, billing: BillingDetails): Promise<'success' | 'failure'>;
  getPricing(billing: BillingDetails): Promise<NonNullable<JoinState['pricing']>>;
  /** Codes and discount come from the state. */
  price(state: With<'order' | 'billing'>): Promise<PricingInfo>;
  /** The price without coupon and codes, which count only once. */
  priceAtRenewal(state: With<'order' | 'billing'>): Promise<PricingInfo>;
  /** Only where the backend stores consent apart from the payment. Never throws. */
  recordConsent?(): Promise<void>;
  pay(request: PaymentRequest, idempotencyKey: string): Promise<PaymentOutcome>;
  getPayment(idempotencyKey: string): Promise<FoundPayment>;
}
