import { fileURLToPath } from 'node:url';
import type { Page, Route } from '@playwright/test';
import { build } from 'vite';
import type { FakeBraintree } from './fake-braintree';

const FRAME = fileURLToPath(new URL('./hosted-fields-frame.ts', import.meta.url));
const SONGBIRD = 'https://songbirdstag.cardinalcommerce.com/edge/v1/songbird.js';
const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': '*, Authorization, Braintree-Version, Content-Type',
  'Access-Control-Allow-Methods': 'GET, POST',
};

/** What the page's own `braintree-web` is told of the merchant, as the client API answers it. */
const CONFIGURATION = {
  environment: 'SANDBOX',
  merchantId: 'merchant',
  analyticsUrl: 'https://client-analytics.sandbox.braintreegateway.com/merchant',
  assetsUrl: 'https://assets.braintreegateway.com',
  clientApiUrl: 'https://api.sandbox.braintreegateway.com:443/merchants/merchant/client_api',
  creditCard: {
    supportedCardBrands: ['VISA', 'MASTERCARD', 'AMERICAN_EXPRESS'],
    challenges: ['CVV'],
    threeDSecureEnabled: true,
    threeDSecure: { cardinalAuthenticationJWT: 'a.jwt', cardinalSongbirdUrl: SONGBIRD },
  },
  supportedFeatures: ['TOKENIZE_CREDIT_CARDS'],
};

/** The bank's script, which has nothing to ask: it says that it is ready, and collects nothing. */
const SONGBIRD_SCRIPT = `window.Cardinal = {
  listeners: {},
  configure() {},
  on(name, listener) { this.listeners[name] = listener; },
  off() {},
  setup() { setTimeout(() => this.listeners['payments.setupComplete']({ sessionId: 'df' })); },
  trigger() { return Promise.resolve({ Status: true }); },
};`;

export interface BraintreeInBrowser {
  /** What the bank says of the cards that it is asked about; `asked` are the amounts. */
  bank: { liabilityShifted: boolean; asked: string[] };
  /** Every address of Braintree's and its partners' that the page went to. */
  addresses: string[];
}

/**
 * Answers the hosts that the real `braintree-web` in the page goes to: its frames with one of ours (hosted-fields-frame.ts), its client API
 * with the fake's, so that a nonce made in the browser is one that the server can charge. The SDK, the policy of the page and what is
 * between frame and page are real; what Braintree's frames and the bank's script do inside is not.
 */
export async function answerBraintree(page: Page, fake: FakeBraintree): Promise<BraintreeInBrowser> {
  const answers: BraintreeInBrowser = { bank: { liabilityShifted: true, asked: [] }, addresses: [] };
  const frame = await frameDocument();
  await page.route(/^https:/, (route) => {
    const request = route.request();
    const { hostname, pathname } = new URL(request.url());
    answers.addresses.push(request.url());
    if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers: CORS });
    if (hostname === 'assets.braintreegateway.com' && pathname.includes('hosted-fields-frame')) {
      return route.fulfill({ contentType: 'text/html', body: frame });
    }
    if (hostname === 'payments.sandbox.braintree-api.com') return answerClientApi(route, fake);
    const [, nonce] = /\/payment_methods\/([\w-]+)\/three_d_secure\/lookup$/.exec(pathname) ?? [];
    if (nonce) return answerLookup(route, fake, answers.bank, nonce);
    if (request.url() === SONGBIRD) return route.fulfill({ contentType: 'text/javascript', body: SONGBIRD_SCRIPT });
    if (hostname === 'c.paypal.com') return route.fulfill({ contentType: 'text/javascript', body: '' });
    // Events that the SDK counts.
    if (hostname === 'www.paypal.com') return json(route, {});
    return route.abort();
  });
  return answers;
}

async function answerClientApi(route: Route, fake: FakeBraintree): Promise<void> {
  const request = route.request();
  const { operationName } = request.postDataJSON() as { operationName: string };
  if (operationName === 'ClientConfiguration') {
    return json(route, { data: { clientConfiguration: CONFIGURATION } });
  }
  const answer = await fetch(`${fake.origin}/graphql`, {
    method: 'POST',
    headers: await request.allHeaders().then(({ authorization = '', ...headers }) => ({
      authorization,
      'braintree-version': headers['braintree-version'] ?? '',
      'content-type': 'application/json',
    })),
    body: request.postData(),
  });
  await route.fulfill({ status: answer.status, headers: CORS, body: await answer.text() });
}

/** The bank is asked, and needs not to ask anybody: the answer is there at once, and the nonce is a new one. */
async function answerLookup(route: Route, fake: FakeBraintree, bank: BraintreeInBrowser['bank'], nonce: string) {
  const { amount } = route.request().postDataJSON() as { amount: string };
  bank.asked.push(amount);
  const confirmed = fake.books.authenticate(nonce, bank.liabilityShifted)!;
  const threeDSecureInfo = { liabilityShifted: bank.liabilityShifted, liabilityShiftPossible: true };
  const details = { lastTwo: confirmed.last4?.slice(-2), cardType: 'Visa' };
  await json(route, {
    paymentMethod: { type: 'CreditCard', nonce: confirmed.nonce, description: '', details, threeDSecureInfo },
    threeDSecureInfo,
    lookup: { threeDSecureVersion: '2.2.0' },
  });
}

function json(route: Route, body: object): Promise<void> {
  return route.fulfill({ headers: CORS, contentType: 'application/json', body: JSON.stringify(body) });
}

let bundled: Promise<string> | undefined;

function frameDocument(): Promise<string> {
  bundled ??= bundleFrame();
  return bundled;
}

async function bundleFrame(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib: { entry: FRAME, formats: ['iife'], name: 'frame' } },
  });
  const [{ output }] = result as unknown as [{ output: { code: string }[] }];
  const style = 'body{margin:0}input{width:100%;border:0;background:none;font:17px system-ui}';
  return `<!doctype html><title>Card</title><style>${style}</style><body><script>${output[0]!.code}</script></body>`;
}
