import { identifier, oneOf } from './kinds/plain';
import type { Secret } from './kinds/secret';
import { secret } from './kinds/secrets';
import { setting, type Clash, type Given, type ValuesOf, type VariableOf } from './setting';

/** What Braintree is reached with. */
export const braintree = {
  environment: setting('BRAINTREE_ENVIRONMENT', oneOf(['sandbox', 'production']).optional()),
  merchantId: setting('BRAINTREE_MERCHANT_ID', identifier.optional()),
  publicKey: setting('BRAINTREE_PUBLIC_KEY', identifier.optional()),
  privateKey: setting('BRAINTREE_PRIVATE_KEY', secret.optional()),
  merchantAccounts: {
    USD: setting('BRAINTREE_MERCHANT_ACCOUNT_USD', identifier.optional()),
    GBP: setting('BRAINTREE_MERCHANT_ACCOUNT_GBP', identifier.optional()),
  },
};

export interface BraintreeSettings {
  environment: 'sandbox' | 'production';
  /** Undefined where another backend charges. */
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

/** What the backend alone needs: with `BACKEND_URL` another one charges, and this process holds no keys. */
const FOR_CHARGING: readonly Variable[] = [
  'BRAINTREE_MERCHANT_ID',
  'BRAINTREE_PUBLIC_KEY',
  'BRAINTREE_PRIVATE_KEY',
  'BRAINTREE_MERCHANT_ACCOUNT_USD',
  'BRAINTREE_MERCHANT_ACCOUNT_GBP',
];

const SAY_WHETHER =
  'must be said, on or off, where PAYMENT_PROVIDER is braintree: on lets card numbers reach this server, which is PCI SAQ D';

/** What has to be set where Braintree is the provider. */
export function braintreeClashes(given: Given): Clash<Variable>[] {
  const needs = (variable: Variable, fault = 'is required where PAYMENT_PROVIDER is braintree'): Clash<Variable> => [
    variable,
    given[variable] === undefined,
    fault,
  ];
  return [
    needs('BRAINTREE_ENVIRONMENT'),
    ...(given.BACKEND_URL === undefined ? FOR_CHARGING : []).map((variable) => needs(variable)),
    needs('CARD_ENTRY_WITHOUT_JS', SAY_WHETHER),
  ];
}

/**
 * The settings where Braintree is the provider.
 *
 * @param charges whether this process charges, or another backend does
 * @throws Error where one is missing, which `braintreeClashes` has told by then
 */
export function braintreeOf(values: ValuesOf<typeof braintree>, charges: boolean): BraintreeSettings {
  const { environment } = values;
  if (!environment) throw new Error('BRAINTREE_ENVIRONMENT is missing');
  return { environment, charging: charges ? chargingOf(values) : undefined };
}

function chargingOf({
  merchantId,
  publicKey,
  privateKey,
  merchantAccounts: { USD, GBP },
}: ValuesOf<typeof braintree>): BraintreeChargingSettings {
  if (!merchantId || !publicKey || !privateKey || !USD || !GBP) throw new Error("Braintree's keys are missing");
  return { merchantId, publicKey, privateKey, merchantAccounts: { USD, GBP } };
}
