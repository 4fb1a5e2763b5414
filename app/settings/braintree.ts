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

const CARD_ENTRY_FAULT =
  'must be set to on or off where PAYMENT_PROVIDER is braintree: on lets card numbers reach this server, which is PCI SAQ D';

export function braintreeClashes(raw: RawSettings): Clash<Variable>[] {
  const needs = (variable: Variable, fault = 'is required where PAYMENT_PROVIDER is braintree'): Clash<Variable> => [
    variable,
    raw[variable] === undefined,
    fault,
  ];
  return [
    needs('BRAINTREE_ENVIRONMENT'),
    ...(raw.BACKEND_URL === undefined ? FOR_CHARGING : []).map((variable) => needs(variable)),
    needs('CARD_ENTRY_WITHOUT_JS', CARD_ENTRY_FAULT),
  ];
}

/**
 * @param charges false where a remote backend does
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
