import { identifier, onOff, oneOf } from './kinds/plain';
import type { Secret } from './kinds/secret';
import { secret } from './kinds/secrets';
import { setting, type Clash, type RawSettings, type ValuesOf, type VariableOf } from './setting';

export const payments = {
  paymentProvider: setting('PAYMENT_PROVIDER', oneOf(['sandbox', 'braintree']).default('sandbox')),
  braintree: {
    environment: setting('BRAINTREE_ENVIRONMENT', oneOf(['sandbox', 'production']).optional()),
    merchantId: setting('BRAINTREE_MERCHANT_ID', identifier.optional()),
    publicKey: setting('BRAINTREE_PUBLIC_KEY', identifier.optional()),
    privateKey: setting('BRAINTREE_PRIVATE_KEY', secret.optional()),
    merchantAccounts: {
      USD: setting('BRAINTREE_MERCHANT_ACCOUNT_USD', identifier.optional()),
      GBP: setting('BRAINTREE_MERCHANT_ACCOUNT_GBP', identifier.optional()),
    },
  },
  cardEntryWithoutJs: setting('CARD_ENTRY_WITHOUT_JS', onOff('on')),
};

export interface BraintreeSettings {
  environment: 'sandbox' | 'production';
  merchantId: string;
  publicKey: string;
  privateKey: Secret;
  merchantAccounts: { USD: string; GBP: string };
}

type Variable = VariableOf<typeof payments>;

/** Needed only where this process charges, which it does without `BACKEND_URL`. */
const FOR_CHARGING: readonly Variable[] = [
  'BRAINTREE_MERCHANT_ID',
  'BRAINTREE_PUBLIC_KEY',
  'BRAINTREE_PRIVATE_KEY',
  'BRAINTREE_MERCHANT_ACCOUNT_USD',
  'BRAINTREE_MERCHANT_ACCOUNT_GBP',
];

const CARD_ENTRY_FAULT =
  'must be set to on or off where PAYMENT_PROVIDER is braintree: on lets card numbers reach this server, which is PCI SAQ D';

export function paymentClashes(raw: RawSettings): Clash<Variable>[] {
  const needs = (variable: Variable, fault = 'is required where PAYMENT_PROVIDER is braintree'): Clash<Variable> => [
    variable,
    raw.PAYMENT_PROVIDER === 'braintree' && raw[variable] === undefined,
    fault,
  ];
  return [
    needs('BRAINTREE_ENVIRONMENT'),
    ...(raw.BACKEND_URL === undefined ? FOR_CHARGING : []).map((variable) => needs(variable)),
    needs('CARD_ENTRY_WITHOUT_JS', CARD_ENTRY_FAULT),
  ];
}

/** `paymentClashes` has already refused incomplete settings. */
export function braintreeOf({
  paymentProvider,
  backendUrl,
  braintree,
}: ValuesOf<typeof payments> & { backendUrl: string | undefined }) {
  const isProvider = paymentProvider === 'braintree';
  return {
    /** The tokenising half; undefined without Braintree. */
    braintreeEnvironment: isProvider ? braintree.environment : undefined,
    /** The charging half; undefined also where a remote backend charges. */
    braintree: isProvider && backendUrl === undefined ? completeBraintree(braintree) : undefined,
  };
}

function completeBraintree({
  environment,
  merchantId,
  publicKey,
  privateKey,
  merchantAccounts: { USD, GBP },
}: ValuesOf<typeof payments.braintree>): BraintreeSettings | undefined {
  if (!environment || !merchantId || !publicKey || !privateKey || !USD || !GBP) return undefined;
  return { environment, merchantId, publicKey, privateKey, merchantAccounts: { USD, GBP } };
}
