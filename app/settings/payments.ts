import { identifier, onOff, oneOf } from './kinds/plain';
import type { Secret } from './kinds/secret';
import { secret } from './kinds/secrets';
import { setting, type Clash, type Given, type ValuesOf, type VariableOf } from './setting';

/** Who takes the money. */
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

/** What Braintree is charged with. */
export interface BraintreeSettings {
  environment: 'sandbox' | 'production';
  merchantId: string;
  publicKey: string;
  privateKey: Secret;
  /** Braintree's id of the account each currency is paid into. */
  merchantAccounts: { USD: string; GBP: string };
}

type Variable = VariableOf<typeof payments>;

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

/** What has to be set together with Braintree. */
export function paymentClashes(given: Given): Clash<Variable>[] {
  const needs = (variable: Variable, fault = 'is required where PAYMENT_PROVIDER is braintree'): Clash<Variable> => [
    variable,
    given.PAYMENT_PROVIDER === 'braintree' && given[variable] === undefined,
    fault,
  ];
  return [
    needs('BRAINTREE_ENVIRONMENT'),
    ...(given.BACKEND_URL === undefined ? FOR_CHARGING : []).map((variable) => needs(variable)),
    needs('CARD_ENTRY_WITHOUT_JS', SAY_WHETHER),
  ];
}

/** What this process does with Braintree. `paymentClashes` has refused to start where a part is missing. */
export function braintreeOf({
  paymentProvider,
  backendUrl,
  braintree,
}: ValuesOf<typeof payments> & { backendUrl: string | undefined }) {
  const isProvider = paymentProvider === 'braintree';
  return {
    /** Which Braintree cards are tokenised with; undefined where it is not the provider. */
    braintreeEnvironment: isProvider ? braintree.environment : undefined,
    /** Undefined where Braintree is not the provider, or another backend charges. */
    braintree: isProvider && backendUrl === undefined ? whole(braintree) : undefined,
  };
}

function whole({
  environment,
  merchantId,
  publicKey,
  privateKey,
  merchantAccounts: { USD, GBP },
}: ValuesOf<typeof payments.braintree>): BraintreeSettings | undefined {
  if (!environment || !merchantId || !publicKey || !privateKey || !USD || !GBP) return undefined;
  return { environment, merchantId, publicKey, privateKey, merchantAccounts: { USD, GBP } };
}
