import braintree from 'braintree';
import { createBraintreeCharging } from '~/payments/braintree/charging.server';
import { createBraintreeTokenising } from '~/payments/braintree/tokenising.server';
import type { BraintreeSettings } from '~/settings/payments';

export function openBraintree(settings: BraintreeSettings) {
  const { environment, merchantId, publicKey, privateKey, merchantAccounts } = settings;
  const { Production, Sandbox } = braintree.Environment;
  const charging = createBraintreeCharging({
    environment: environment === 'production' ? Production : Sandbox,
    keys: { merchantId, publicKey, privateKey: privateKey.reveal() },
    merchantAccounts,
  });
  return {
    charging,
    tokenising: createBraintreeTokenising({ environment }),
    merchantAccounts,
    approvalPage: undefined,
    clientApi: undefined,
    close: () => undefined,
  };
}
