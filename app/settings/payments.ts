import { braintree, braintreeClashes, braintreeNeeds, braintreeOf, type BraintreeSettings } from './braintree';
import { onOff, oneOf, optionalOnOff } from './kinds/plain';
import { isRealSite } from './server';
import { setting, type Clash, type RawSettings, type ValuesOf } from './setting';

interface SettingsByProvider {
  sandbox: Record<never, never>;
  braintree: BraintreeSettings;
}

export type PaymentProviderName = keyof SettingsByProvider;

export type SettingsOfProvider<Name extends PaymentProviderName> = SettingsByProvider[Name];

export type PaymentSettings<Name extends PaymentProviderName = PaymentProviderName> = {
  [Each in Name]: { provider: Each; settings: SettingsByProvider[Each] };
}[Name];

export const payments = {
  payments: {
    /** The default applies to the demo, and to operators' commands. */
    provider: setting('PAYMENT_PROVIDER', oneOf(['sandbox', 'braintree']).default('sandbox')),
    braintree,
  },
  allowSandbox: setting('ALLOW_SANDBOX', onOff('off')),
  /** Undefined means on, unless card numbers could be read in transit. */
  cardEntryWithoutJs: setting('CARD_ENTRY_WITHOUT_JS', optionalOnOff),
};

type Values = ValuesOf<typeof payments.payments>;

/** One entry per provider: the rules of its settings, and their checked form. */
const providers: {
  [Name in PaymentProviderName]: {
    clashes(raw: RawSettings): Clash[];
    settings(values: Values, charges: boolean): SettingsByProvider[Name];
  };
} = {
  sandbox: { clashes: () => [], settings: () => ({}) },
  braintree: { clashes: braintreeClashes, settings: (values, charges) => braintreeOf(values.braintree, charges) },
};

export function paymentClashes(raw: RawSettings): Clash[] {
  const { PAYMENT_PROVIDER: provider, DEMO, ALLOW_SANDBOX } = raw;
  const takesRealOrders = raw.NODE_ENV === 'production' || raw.BACKEND_URL !== undefined;
  const chosen = Object.entries(providers).find(([name]) => name === provider);
  // Without PAYMENT_PROVIDER, the presence of a provider's settings shows which one is intended, so their faults are reported too.
  const isPlanned =
    DEMO !== 'on' && provider === undefined && Object.keys(raw).some((name) => /^BRAINTREE_/.test(name));
  const planned = isPlanned ? providers.braintree : undefined;
  const movesMoney = chosen !== undefined && provider !== 'sandbox';
  return [
    [
      'PAYMENT_PROVIDER',
      DEMO !== 'on' && provider === undefined,
      `is required outside the demo: braintree, which needs ${braintreeNeeds(raw).join(', ')}; or sandbox, which moves no money`,
    ],
    [
      'PAYMENT_PROVIDER',
      DEMO !== 'on' && provider === 'sandbox' && takesRealOrders && ALLOW_SANDBOX !== 'on',
      'must not be sandbox in production or with BACKEND_URL, because test cards would buy: ALLOW_SANDBOX=on allows it',
    ],
    [
      'BRAINTREE_ENVIRONMENT',
      provider === 'braintree' && raw.BRAINTREE_ENVIRONMENT === 'sandbox' && isRealSite(raw) && ALLOW_SANDBOX !== 'on',
      'must not be sandbox in production, because test cards would buy: ALLOW_SANDBOX=on allows it',
    ],
    [
      // Not named after BRAINTREE_ENVIRONMENT: operators' commands report faults of that, and need no NODE_ENV.
      'NODE_ENV',
      provider === 'braintree' &&
        raw.BRAINTREE_ENVIRONMENT === 'production' &&
        DEMO !== 'on' &&
        raw.NODE_ENV !== 'production',
      'must be production if BRAINTREE_ENVIRONMENT is, because visitors would pay on a site with the defaults of the demo',
    ],
    ['DEMO', DEMO === 'on' && movesMoney, `must be off if PAYMENT_PROVIDER is ${provider}`],
    ...((chosen?.[1] ?? planned)?.clashes(raw) ?? []),
  ];
}

/** Whether test cards buy, so that every page must say so. */
export function acceptsTestCards({ provider, settings }: PaymentSettings): boolean {
  return provider === 'sandbox' || settings.environment === 'sandbox';
}

/** @param charges false if a remote backend charges */
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
