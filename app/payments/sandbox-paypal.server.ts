import { randomUUID } from 'node:crypto';
import type { Clock } from '~/domain/clock';
import type { ApprovalAnswer, ApprovalPage } from './approval-page';
import type { TokenisingProvider } from './port';
import type { SandboxAgreement } from './sandbox-agreements.server';
import { checkClientToken } from './sandbox-client-token.server';
import type { SandboxStore } from './sandbox-store.server';

/** As PayPal's agreement tokens do. */
const AGREEMENT_LIFETIME_MS = 3 * 60 * 60 * 1000;
/** Whose PayPal account it is. */
const BUYER = 'buyer@paypal.example';

interface Options {
  store: SandboxStore;
  clock: Clock;
  /** The path of the page that stands in for PayPal's; without one PayPal cannot be set up. */
  approvalPath: string | undefined;
}

type SandboxPayPal = Required<Pick<TokenisingProvider, 'startPayPal' | 'finishPayPal'>> & {
  approvalPage: ApprovalPage;
};

/** The sandbox's PayPal by redirect: a page of this host asks, and the answer leads back with `ba_token`, like the real one. */
export function createSandboxPayPal({ store, clock, approvalPath }: Options): SandboxPayPal {
  const { agreements } = store;
  const isExpired = ({ created_at }: SandboxAgreement) =>
    clock.now().getTime() - Date.parse(created_at) >= AGREEMENT_LIFETIME_MS;

  function findOpen(token: string): SandboxAgreement | undefined {
    const agreement = agreements.find(token);
    return agreement?.status === 'open' && !isExpired(agreement) ? agreement : undefined;
  }

  return {
    async startPayPal(clientToken, { returnUrl, cancelUrl, amount, currency }) {
      checkClientToken(store.clientTokenKey(), clientToken, clock.now());
      if (approvalPath === undefined) throw new Error('The sandbox has a PayPal in demo mode alone');
      const token = randomUUID();
      agreements.add({
        token,
        return_url: returnUrl,
        cancel_url: cancelUrl,
        amount: amount ?? null,
        currency: currency ?? null,
        is_declined: 0,
        status: 'open',
        created_at: clock.now().toISOString(),
      });
      return { approvalUrl: `${approvalPath}?ba_token=${token}` };
    },

    async finishPayPal(clientToken, { agreementToken }) {
      checkClientToken(store.clientTokenKey(), clientToken, clock.now());
      const agreement = agreements.find(agreementToken);
      if (!agreement || isExpired(agreement)) throw new Error('There is no such PayPal agreement');
      const isDeclined = agreement.is_declined === 1;
      if (!agreements.move(agreementToken, 'approved', 'used', isDeclined))
        throw new Error(`The PayPal agreement is ${agreement.status}, not approved`);
      const nonce = randomUUID();
      store.addNonce({
        nonce,
        payment_type: 'paypal',
        brand: 'paypal',
        last_four: null,
        behaviour: isDeclined ? 'decline' : 'approve',
        created_at: clock.now().toISOString(),
      });
      return { nonce, email: BUYER };
    },

    approvalPage: {
      find(token) {
        const agreement = findOpen(token);
        return agreement && { amount: agreement.amount ?? undefined, currency: agreement.currency ?? undefined };
      },
      answer(token: string, answer: ApprovalAnswer) {
        const agreement = findOpen(token);
        const isCancelled = answer === 'cancel';
        const next = isCancelled ? 'cancelled' : 'approved';
        if (!agreement || !agreements.move(token, 'open', next, answer === 'approveAndDecline')) return undefined;
        const target = new URL(isCancelled ? agreement.cancel_url : agreement.return_url);
        target.searchParams.set('ba_token', token);
        return target.href;
      },
    },
  };
}
