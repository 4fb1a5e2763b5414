import type { Secret } from './secret';
import type { SettingName, SettingValues } from './settings';

/** What the process is told about Braintree. */
export interface BraintreeSettings {
  environment: 'sandbox' | 'production';
  merchantId: string;
  publicKey: string;
  privateKey: Secret;
  /** Braintree's id of the account each currency is paid into. */
  merchantAccounts: { USD: string; GBP: string };
}

/** What the backend alone needs: with `BACKEND_URL` another one charges, and this process holds no keys. */
const FOR_CHARGING = [
  'BRAINTREE_MERCHANT_ID',
  'BRAINTREE_PUBLIC_KEY',
  'BRAINTREE_PRIVATE_KEY',
  'BRAINTREE_MERCHANT_ACCOUNT_USD',
  'BRAINTREE_MERCHANT_ACCOUNT_GBP',
] as const satisfies SettingName[];

const SAY_WHETHER =
  'must be said, on or off, where PAYMENT_PROVIDER is braintree: on lets card numbers reach this server, which is PCI SAQ D';

/** What has to be set together with Braintree, from the raw text: setting, whether it is missing, and what to say. */
export function braintreeClashes(given: Partial<Record<string, string>>): [SettingName, boolean, string][] {
  const isBraintree = given.PAYMENT_PROVIDER === 'braintree';
  const missing = (name: SettingName) => isBraintree && given[name] === undefined;
  const required = ['BRAINTREE_ENVIRONMENT' as const, ...(given.BACKEND_URL === undefined ? FOR_CHARGING : [])];
  return [
    ...required.map((name): [SettingName, boolean, string] => [
      name,
      missing(name),
      'is required where PAYMENT_PROVIDER is braintree',
    ]),
    ['CARD_ENTRY_WITHOUT_JS', missing('CARD_ENTRY_WITHOUT_JS'), SAY_WHETHER],
  ];
}

/** Whose Braintree it is; undefined where Braintree is not the provider. */
export function braintreeEnvironmentOf(values: SettingValues): BraintreeSettings['environment'] | undefined {
  return values.PAYMENT_PROVIDER === 'braintree' ? values.BRAINTREE_ENVIRONMENT : undefined;
}

/** The settings that belong together; undefined where Braintree is not the provider. */
export function braintreeOf(values: SettingValues): BraintreeSettings | undefined {
  const {
    PAYMENT_PROVIDER,
    BRAINTREE_ENVIRONMENT: environment,
    BRAINTREE_MERCHANT_ID: merchantId,
    BRAINTREE_PUBLIC_KEY: publicKey,
    BRAINTREE_PRIVATE_KEY: privateKey,
    BRAINTREE_MERCHANT_ACCOUNT_USD: USD,
    BRAINTREE_MERCHANT_ACCOUNT_GBP: GBP,
  } = values;
  if (PAYMENT_PROVIDER !== 'braintree' || values.BACKEND_URL) return undefined;
  // `braintreeClashes` has refused to start without them.
  if (!environment || !merchantId || !publicKey || !privateKey || !USD || !GBP) return undefined;
  return { environment, merchantId, publicKey, privateKey, merchantAccounts: { USD, GBP } };
}
