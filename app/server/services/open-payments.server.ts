import type { PaymentProviderName, PaymentSettings, SettingsOfProvider } from '~/settings/payments';
import { braintreeProvider } from './open-braintree.server';
import { sandboxProvider } from './open-sandbox.server';
import type { OpenPayments, OpenTokenising, PaymentProvider, ProviderParts, TokenisingParts } from './payment-provider';

/** See docs/architecture.md, "Adding a payment provider". */
const PROVIDERS: { [Name in PaymentProviderName]: PaymentProvider<SettingsOfProvider<Name>> } = {
  sandbox: sandboxProvider,
  braintree: braintreeProvider,
};

export function openPayments<Name extends PaymentProviderName>(
  { provider, settings }: PaymentSettings<Name>,
  parts: ProviderParts,
): Promise<OpenPayments> {
  return PROVIDERS[provider].open(settings, parts);
}

/** For a remote backend, which charges. */
export function openTokenising<Name extends PaymentProviderName>(
  { provider, settings }: PaymentSettings<Name>,
  parts: TokenisingParts,
): Promise<OpenTokenising> {
  return PROVIDERS[provider].openTokenising(settings, parts);
}
