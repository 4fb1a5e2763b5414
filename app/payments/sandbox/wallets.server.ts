import { randomUUID } from 'node:crypto';
import type { Clock } from '~/domain/clock';
import type { WalletName } from '~/domain/order';
import type { ApprovalAnswer, ApprovalPage } from '~/payments/approval-page';
import type { TokenisingProvider } from '~/payments/port';
import type { SandboxAgreement } from './agreements.server';
import { checkClientToken } from './client-token.server';
import type { SandboxStore } from './store.server';

/** The lifetime of PayPal's agreement tokens. */
const AGREEMENT_LIFETIME_MS = 3 * 60 * 60 * 1000;
const BUYERS = { paypal: 'buyer@paypal.example', venmo: '@venmo-buyer' } as const;

interface WalletOptions {
  store: SandboxStore;
  clock: Clock;
  /** The path of the stand-in approval page; without it no wallet can be set up. */
  approvalPath: string | undefined;
}

type SandboxWallets = Required<
  Pick<TokenisingProvider, 'startPayPal' | 'finishPayPal' | 'startVenmo' | 'finishVenmo'>
> & {
  approvalPage: ApprovalPage;
};

/**
 * The sandbox's PayPal and Venmo by redirect. A page of this host asks for approval, and the result returns with `ba_token`, as with
 * PayPal.
 */
export function createSandboxWallets({ store, clock, approvalPath }: WalletOptions): SandboxWallets {
  const { agreements } = store;
  const isExpired = ({ created_at }: SandboxAgreement) =>
    clock.now().getTime() - Date.parse(created_at) >= AGREEMENT_LIFETIME_MS;

  function findOpen(token: string): SandboxAgreement | undefined {
    const agreement = agreements.find(token);
    return agreement?.status === 'open' && !isExpired(agreement) ? agreement : undefined;
  }

  /** The token contains its wallet's name. */
  function start(wallet: WalletName): SandboxWallets['startPayPal'] {
    return async (clientToken, { returnUrl, cancelUrl, amount, currency }) => {
      checkClientToken(store.clientTokenKey, clientToken, clock.now());
      if (approvalPath === undefined) throw new Error('The sandbox has wallets only in demo mode');
      const token = `${wallet}-${randomUUID()}`;
      agreements.add({
        token,
        return_url: returnUrl,
        cancel_url: cancelUrl,
        amount,
        currency,
        is_declined: 0,
        status: 'open',
        created_at: clock.now().toISOString(),
      });
      return { approvalUrl: `${approvalPath}?ba_token=${token}`, agreementToken: token };
    };
  }

  function finish(wallet: WalletName, clientToken: string, agreementToken: string): string {
    checkClientToken(store.clientTokenKey, clientToken, clock.now());
    const agreement = agreements.find(agreementToken);
    if (!agreement || isExpired(agreement) || walletOf(agreementToken) !== wallet) throw new Error('Unknown agreement');
    const isDeclined = agreement.is_declined === 1;
    if (!agreements.move(agreementToken, 'approved', 'used', isDeclined))
      throw new Error(`The agreement is ${agreement.status}, not approved`);
    const nonce = randomUUID();
    store.addNonce({
      nonce,
      payment_type: wallet,
      brand: wallet,
      last_four: null,
      behaviour: isDeclined ? 'decline' : 'approve',
      created_at: clock.now().toISOString(),
    });
    return nonce;
  }

  return {
    startPayPal: start('paypal'),
    startVenmo: start('venmo'),
    finishPayPal: async (clientToken, { agreementToken }) => ({
      nonce: finish('paypal', clientToken, agreementToken),
      email: BUYERS.paypal,
    }),
    finishVenmo: async (clientToken, { agreementToken }) => ({
      nonce: finish('venmo', clientToken, agreementToken),
      username: BUYERS.venmo,
    }),

    approvalPage: {
      async find(token) {
        const agreement = findOpen(token);
        if (!agreement) return undefined;
        const { amount, currency } = agreement;
        return { wallet: walletOf(token), amount, currency };
      },
      async answer(token: string, answer: ApprovalAnswer) {
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

function walletOf(token: string): WalletName {
  return token.startsWith('venmo-') ? 'venmo' : 'paypal';
}
