import { runBundle } from './run-bundle';
import type { PaymentAttempt } from '~/backend/embedded/payments/attempts/payment-attempt';

/** Runs the `payments` command in a separate process. */
export function runPaymentsCommand(args: string[], env: Record<string, string>) {
  return runBundle(['payments', ...args], env);
}

/** Returns a row with a payment attempt of the order. */
export function attemptRow(
  orderId: string,
  state: PaymentAttempt['state'],
  reason: string | null,
  minute = 1,
): PaymentAttempt {
  const time = `2026-03-01T12:0${minute}:00.000Z`;
  return {
    order_id: orderId,
    signup_id: orderId,
    payer: 'registration',
    number: 1,
    amount: 17_955,
    currency: 'USD',
    merchant_account: 'account',
    payment_type: 'creditCard',
    sealed_nonce: 'sealed-nonce',
    request: '{"cardHolderName":"Ann Lee"}',
    pricing: '{}',
    sealed_codes: null,
    language: 'en',
    state,
    transaction_id: `transaction-${orderId}`,
    card_last_four: '1111',
    reason,
    sealed_answer: null,
    lease_token: null,
    lease_until: null,
    late_looks: 0,
    created_at: time,
    updated_at: time,
  };
}
