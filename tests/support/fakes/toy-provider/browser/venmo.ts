import type { BrowserWallet } from '~/payments/browser-port';

/** The toy's Venmo approves at once. */
export async function openVenmo(): Promise<BrowserWallet> {
  return {
    hasResult: false,
    requestApproval: async () => ({ outcome: 'approved', nonce: `toy-venmo-${crypto.randomUUID()}`, username: '@toy' }),
  };
}
