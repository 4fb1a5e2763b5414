import { identifier, oneOf } from './kinds/plain';
import type { Secret } from './kinds/secret';
import { secret } from './kinds/secrets';
import { secretSetting, setting, type Clash, type RawSettings, type ValuesOf, type VariableOf } from './setting';

export const braintree = {
  environment: setting('BRAINTREE_ENVIRONMENT', oneOf(['sandbox', 'production']).optional()),
  merchantId: setting('BRAINTREE_MERCHANT_ID', identifier.optional()),
  publicKey: setting('BRAINTREE_PUBLIC_KEY', identifier.optional()),
  privateKey: secretSetting('BRAINTREE_PRIVATE_KEY', secret.optional()),
  merchantAccounts: {
    USD: setting('BRAINTREE_MERCHANT_ACCOUNT_USD', identifier.optional()),
    GBP: setting('BRAINTREE_MERCHANT_ACCOUNT_GBP', identifier.optional()),
  },
};

export interface BraintreeSettings {
  environment: 'sandbox' | 'production';
  /** Undefined with a remote backend, which charges. */
  charging: BraintreeChargingSettings | undefined;
}

interface BraintreeChargingSettings {
  merchantId: string;
  publicKey: string;
  privateKey: Secret;
  /** Braintree's id of the account each currency is paid into. */
  merchantAccounts: { USD: string; GBP: string };
}

type Variable = VariableOf<typeof braintree> | 'CARD_ENTRY_WITHOUT_JS';

/** With `BACKEND_URL` another process charges, and this one holds no keys. */
const FOR_CHARGING: readonly Variable[] = [
  'BRAINTREE_MERCHANT_ID',
  'BRAINTREE_PUBLIC_KEY',
  'BRAINTREE_PRIVATE_KEY',
  'BRAINTREE_MERCHANT_ACCOUNT_USD',
  'BRAINTREE_MERCHANT_ACCOUNT_GBP',
];

/** Appended to the fault of a missing setting, so that operators get its value right at the first attempt. */
const FORMATS: Partial<Record<Variable, string>> = {
  BRAINTREE_ENVIRONMENT: ': sandbox or production',
  BRAINTREE_PRIVATE_KEY: ': 16 to 200 characters and no space',
};

const CARD_ENTRY_FAULT =
  'must be set to on or off if PAYMENT_PROVIDER is braintree: on lets card numbers reach this server, which is PCI SAQ D';

export function braintreeClashes(raw: RawSettings): Clash<Variable>[] {
  const needs = (variable: Variable, fault: string): Clash<Variable> => [variable, raw[variable] === undefined, fault];
  return [
    ...braintreeNeeds(raw)
      .slice(0, -1)
      .map((variable) => needs(variable, `is required if PAYMENT_PROVIDER is braintree${FORMATS[variable] ?? ''}`)),
    [
      'BRAINTREE_MERCHANT_ACCOUNT_GBP',
      raw.BRAINTREE_MERCHANT_ACCOUNT_GBP !== undefined &&
        raw.BRAINTREE_MERCHANT_ACCOUNT_GBP === raw.BRAINTREE_MERCHANT_ACCOUNT_USD,
      'must differ from BRAINTREE_MERCHANT_ACCOUNT_USD, because an account has one currency',
    ],
    needs('CARD_ENTRY_WITHOUT_JS', CARD_ENTRY_FAULT),
  ];
}

/** The settings required with Braintree. */
export function braintreeNeeds(raw: RawSettings): Variable[] {
  const keys = raw.BACKEND_URL === undefined ? FOR_CHARGING : [];
  return ['BRAINTREE_ENVIRONMENT', ...keys, 'CARD_ENTRY_WITHOUT_JS'];
}

/**
 * @param charges false if a remote backend charges
 * @throws Error for a missing setting, which `braintreeClashes` reports first
 */
export function braintreeOf(values: ValuesOf<typeof braintree>, charges: boolean): BraintreeSettings {
  const { environment } = values;
  if (!environment) throw new Error('BRAINTREE_ENVIRONMENT is missing');
  return { environment, charging: charges ? completeCharging(values) : undefined };
}

function completeCharging({
  merchantId,
  publicKey,
  privateKey,
  merchantAccounts: { USD, GBP },
}: ValuesOf<typeof braintree>): BraintreeChargingSettings {
  if (!merchantId || !publicKey || !privateKey || !USD || !GBP) throw new Error("Braintree's keys are missing");
  return { merchantId, publicKey, privateKey, merchantAccounts: { USD, GBP } };
}
