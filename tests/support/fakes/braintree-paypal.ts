import { randomUUID } from 'node:crypto';

/** Braintree's `PayPalBillingAgreementStatus`. An expired agreement is deleted. */
export type FakeAgreementStatus = 'APPROVAL_REQUIRED' | 'APPROVED' | 'CONSUMED' | 'CANCELLED';

interface FakeAgreement {
  returnUrl: string;
  cancelUrl: string;
  status: FakeAgreementStatus;
}

type FakeAgreements = ReturnType<typeof createFakeAgreements>;

/** Fakes PayPal's billing agreements. */
export function createFakeAgreements() {
  const agreements = new Map<string, FakeAgreement>();
  const answer = (token: string, status: FakeAgreementStatus, address: 'returnUrl' | 'cancelUrl') => {
    const agreement = agreements.get(token);
    if (!agreement) throw new Error(`PayPal knows no agreement ${token}`);
    agreement.status = status;
    const target = new URL(agreement[address]);
    target.searchParams.set('ba_token', token);
    return target.href;
  };
  return {
    add(urls: Pick<FakeAgreement, 'returnUrl' | 'cancelUrl'>): string {
      const token = `BA-${randomUUID()}`;
      agreements.set(token, { ...urls, status: 'APPROVAL_REQUIRED' });
      return token;
    },
    /** Approves on PayPal's page, or cancels. @returns the URL to which PayPal redirects */
    approve: (token: string) => answer(token, 'APPROVED', 'returnUrl'),
    cancel: (token: string) => answer(token, 'CANCELLED', 'cancelUrl'),
    /** Deletes the agreement, as PayPal does after three hours. */
    expire: (token: string) => void agreements.delete(token),
    /** Consumes an approved agreement. @returns false if it is missing or not approved */
    consume(token: string): boolean {
      const agreement = agreements.get(token);
      if (agreement?.status !== 'APPROVED') return false;
      agreement.status = 'CONSUMED';
      return true;
    },
  };
}

/** The part of the gateway's records that PayPal needs. */
interface Books {
  agreements: FakeAgreements;
  addNonce(last4: null): string;
}

/** Handles `createPayPalBillingAgreement`. */
export function createAgreement(books: Books, origin: string, input: { returnUrl: string; cancelUrl: string }) {
  const token = books.agreements.add(input);
  return { approvalUrl: `${origin}/agreements/approve?nolegacy=1&ba_token=${token}`, billingAgreementToken: token };
}

/** Handles `tokenizePayPalBillingAgreement`. @returns null without an approved agreement */
export function tokeniseAgreement(
  books: Books,
  { billingAgreement }: { billingAgreement: { billingAgreementToken: string } },
) {
  if (!books.agreements.consume(billingAgreement.billingAgreementToken)) return null;
  const nonce = books.addNonce(null);
  return { paymentMethod: { id: `global_${nonce}`, legacyId: nonce, details: { email: 'buyer@paypal.example' } } };
}
