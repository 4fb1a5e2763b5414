import type { AttemptDraft } from '~/backend/embedded/payments/attempts/attempt-store.server';

/** Returns a card payment of one dollar for tests of the store. */
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
    sealed_codes: null,
    language: 'en',
  };
}
