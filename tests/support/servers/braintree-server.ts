import { FAKE_ACCOUNTS, FAKE_KEYS, startFakeBraintree, type FakeBraintree } from '~tests/fakes/braintree';
import { startServer, type RunningServer, type ServerOptions } from './server-under-test';

const CLOCK = new URL('../fakes/set-clock.mjs', import.meta.url).href;
const PRELOAD = new URL('../fakes/point-braintree-at-fake.mjs', import.meta.url).href;

/** Returns settings for a server whose clock is ahead. After SIGUSR2, the value in the file applies. */
export function clockAhead(ms: number, file = ''): Record<string, string> {
  return { CLOCK_AHEAD_MS: String(ms), CLOCK_AHEAD_FILE: file, NODE_OPTIONS: `--import ${CLOCK} --import ${PRELOAD}` };
}

/** Starts a fake of Braintree's sandbox for servers under test, including its client API and PayPal. */
export function startFakeGateway(): Promise<FakeBraintree> {
  return startFakeBraintree({
    clientApi: 'https://payments.sandbox.braintree-api.com/graphql',
    approvalOrigin: 'https://www.sandbox.paypal.com',
  });
}

export const SECRET = 'a-secret-for-tests-alone-of-more-than-thirty-two-characters';

/** Starts the built server with Braintree, outside the demo, and with a short timeout. */
export function startBraintreeServer(
  fake: FakeBraintree,
  { nodeOptions = '', ...options }: ServerOptions & { nodeOptions?: string } = {},
): Promise<RunningServer> {
  return startServer({
    ...options,
    env: {
      ...braintreeSettings(fake),
      NODE_OPTIONS: `--import ${PRELOAD} ${nodeOptions}`,
      DEMO: 'off',
      CARD_ENTRY_WITHOUT_JS: 'on',
      BACKEND_TIMEOUT_MS: '1500',
      ...options.env,
    },
  });
}

/** Returns the settings with which servers and operators' commands call the fake. */
export function braintreeSettings(fake: FakeBraintree): Record<string, string> {
  return {
    NODE_OPTIONS: `--import ${PRELOAD}`,
    FAKE_BRAINTREE: fake.origin,
    SESSION_SECRET: SECRET,
    PAYMENT_PROVIDER: 'braintree',
    BRAINTREE_ENVIRONMENT: 'sandbox',
    BRAINTREE_MERCHANT_ID: FAKE_KEYS.merchantId,
    BRAINTREE_PUBLIC_KEY: FAKE_KEYS.publicKey,
    BRAINTREE_PRIVATE_KEY: FAKE_KEYS.privateKey,
    BRAINTREE_MERCHANT_ACCOUNT_USD: FAKE_ACCOUNTS.USD,
    BRAINTREE_MERCHANT_ACCOUNT_GBP: FAKE_ACCOUNTS.GBP,
  };
}
