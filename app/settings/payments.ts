import { braintree, braintreeClashes, braintreeOf, type BraintreeSettings } from './braintree';
import { onOff, oneOf } from './kinds/plain';
import { setting, type Clash, type Given, type ValuesOf } from './setting';

/** What each payment provider is reached with. */
interface SettingsByProvider {
  sandbox: Record<never, never>;
  braintree: BraintreeSettings;
}

export type PaymentProviderName = keyof SettingsByProvider;

/** The settings of one provider. */
export type SettingsOfProvider<Name extends PaymentProviderName> = SettingsByProvider[Name];

/** Who takes the money, and what they are reached with. */
export type PaymentSettings<Name extends PaymentProviderName = PaymentProviderName> = {
  [Each in Name]: { provider: Each; settings: SettingsByProvider[Each] };
}[Name];

/** Who takes the money. */
export const payments = {
  payments: {
    provider: setting('PAYMENT_PROVIDER', oneOf(['sandbox', 'braintree']).default('sandbox')),
    braintree,
  },
  cardEntryWithoutJs: setting('CARD_ENTRY_WITHOUT_JS', onOff('on')),
};

type Values = ValuesOf<typeof payments.payments>;

/** The providers, a row each: what has to be set together, and the settings as the rest of the code has them. */
const providers: {
  [Name in PaymentProviderName]: {
    clashes(given: Given): Clash[];
    settings(values: Values, charges: boolean): SettingsByProvider[Name];
  };
} = {
  sandbox: { clashes: () => [], settings: () => ({}) },
  braintree: { clashes: braintreeClashes, settings: (values, charges) => braintreeOf(values.braintree, charges) },
};

/** What has to be set together with the provider. A demo has the sandbox. */
export function paymentClashes(given: Given): Clash[] {
  const { PAYMENT_PROVIDER: provider, DEMO } = given;
  const chosen = Object.entries(providers).find(([name]) => name === provider);
  const isReal = chosen !== undefined && provider !== 'sandbox';
  return [
    ['DEMO', DEMO === 'on' && isReal, `must be off where PAYMENT_PROVIDER is ${provider}`],
    ...(chosen?.[1].clashes(given) ?? []),
  ];
}

/** @param charges whether this process charges, or another backend does */
export function paymentsOf(values: Values, charges: boolean): PaymentSettings {
  return settingsOf(values.provider, values, charges);
}

function settingsOf<Name extends PaymentProviderName>(
  provider: Name,
  values: Values,
  charges: boolean,
): PaymentSettings<Name> {
  return { provider, settings: providers[provider].settings(values, charges) };
}
