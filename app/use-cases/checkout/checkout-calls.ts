import type { PaymentRequest } from '~/backend/schemas/payments';
import type { PricingInfo } from '~/backend/schemas/prices';
import type { FoundPayment, PaymentOutcome } from '~/backend/refusal';
import type { Order } from '~/domain/order';
import type { BillingDetails } from '~/domain/people';
import type { JoinState } from '~/journeys/join-state';
import type { With } from '~/journeys/open-states';

/**
 * What the checkout asks of the backend for whoever is signing up: parent A by their registration, an invited co-parent by their
 * invite. Each throws what the backend throws (app/backend/refusal.ts).
 */
export interface CheckoutCalls {
  /** What the backend calls this sign-up. */
  id: string;
  /** Keeps name, phone and address of the billing form. */
  saveBilling(billing: BillingDetails): Promise<void>;
  /** Whether the phone belongs to the billing country (docs/rules.md, "Country mismatch"). */
  checkCountry(order: Order, billing: BillingDetails): Promise<'success' | 'failure'>;
  /** The packages on offer to who is billed in a country. */
  findPricing(billing: BillingDetails): Promise<NonNullable<JoinState['pricing']>>;
  /** What an order costs; which codes and discount count, the state says. */
  price(state: With<'order' | 'billing'>): Promise<PricingInfo>;
  /** The same without what is taken off once: what is billed when the subscription renews. */
  priceAtRenewal(state: With<'order' | 'billing'>): Promise<PricingInfo>;
  /** Keeps that the terms were agreed to, where the backend keeps it apart from the payment. Never throws. */
  recordConsent?(): Promise<void>;
  pay(request: PaymentRequest, idempotencyKey: string): Promise<PaymentOutcome>;
  /** What became of a payment. */
  findPayment(idempotencyKey: string): Promise<FoundPayment>;
}
