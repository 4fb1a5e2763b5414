import { createBraintreeTokenising } from '~/payments/braintree/tokenising.server';
import type { BraintreeSettings } from '~/settings/braintree';
import type { PaymentProvider } from './payment-provider';

/** Loads the SDK on demand, because it takes a tenth of the start. */
export const braintreeProvider: PaymentProvider<BraintreeSettings> = {
  async open({ environment, charging }) {
    if (!charging) throw new Error('Braintree cannot charge without its keys');
    const { openBraintreeCharging } = await import('~/payments/braintree/charging.server');
    const { merchantId, publicKey, privateKey, merchantAccounts } = charging;
    const keys = { merchantId, publicKey, privateKey: privateKey.reveal() };
    return {
      charging: openBraintreeCharging({ environment, keys, merchantAccounts }),
      tokenising: createBraintreeTokenising({ environment }),
      merchantAccounts,
      approvalPage: undefined,
      clientApi: undefined,
      close: () => undefined,
    };
  },
  async openTokenising({ environment }) {
    return { tokenising: createBraintreeTokenising({ environment }), approvalPage: undefined };
  },
};
