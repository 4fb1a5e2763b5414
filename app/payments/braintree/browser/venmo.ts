import { create as createClient } from 'braintree-web/client/index.js';
import { create, isBrowserSupported, type Venmo } from 'braintree-web/venmo/index.js';
import type { BraintreeError } from 'braintree-web/core';
import type { BrowserWallet, WalletOutcome } from '~/payments/browser-port';

const OPTIONS = { allowDesktopWebLogin: true, mobileWebFallBack: true, ignoreHistoryChanges: true } as const;
/** Error codes for a cancellation by the visitor. */
const CANCELLED = /CANCELED|CLOSED/;

/** Opens Braintree's Venmo, in its app or in its own window. */
export async function openVenmo(setUp: {
  clientToken: string;
  styleNonce: string;
  isOpened: boolean;
}): Promise<BrowserWallet | undefined> {
  if (!isBrowserSupported(OPTIONS)) return undefined;
  if (!setUp.isOpened) forgetResult();
  const client = await createClient({ authorization: setUp.clientToken });
  // Vaulted, because the subscription renews automatically.
  const open = () => create({ client, ...OPTIONS, paymentMethodUsage: 'multi_use', styleCspNonce: setUp.styleNonce });
  let venmo: Venmo | undefined = await open();
  let asking: Promise<WalletOutcome> | undefined;

  async function ask(): Promise<WalletOutcome> {
    try {
      venmo ??= await open();
      const tokenizing = venmo.tokenize();
      // By now the SDK has read the result.
      forgetResult();
      const { nonce, details } = await tokenizing;
      // Venmo's result can be lost on the way back from its app.
      return nonce ? { outcome: 'approved', nonce, username: details.username } : { outcome: 'unavailable' };
    } catch (error) {
      const { code = '' } = error as Partial<BraintreeError>;
      if (CANCELLED.test(code)) return { outcome: 'cancelled' };
      // After some failures, the SDK considers this component busy for ever.
      venmo = undefined;
      return { outcome: 'unavailable' };
    } finally {
      forgetResult();
      asking = undefined;
    }
  }

  return {
    hasResult: venmo.hasTokenizationResult(),
    async requestApproval() {
      if (asking) {
        // The SDK fails if the wallet has just decided.
        venmo?.cancelTokenization(() => undefined);
        await asking;
      }
      return (asking = ask());
    },
  };
}

/** Removes Venmo's result from the address, so that Back or a reload does not use it again. */
function forgetResult(): void {
  if (/venmo(Success|Error|Cancel)/i.test(location.hash))
    history.replaceState(null, '', location.pathname + location.search);
}
