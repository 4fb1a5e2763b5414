import type { AttemptDraft } from '~/backend/embedded/payments/attempt-store.server';

/** A card payment of a dollar, for tests of what is kept of it. */
export function attemptDraft(signupId: string): AttemptDraft {
  return {
    signup_id: signupId,
    payer: 'registration',
    amount: 100,
    currency: 'USD',
    merchant_account: 'account',
    payment_type: 'creditCard',
    sealed_nonce: null,
    request: '{}',
    pricing: '{}',
    language: 'en',
  };
}
