import { fileURLToPath } from 'node:url';
import type { Page, Route } from '@playwright/test';
import { build } from 'vite';
import type { FakeBraintree } from '~tests/fakes/braintree';

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

const VENMO = {
  merchantId: 'merchant',
  accessToken: 'token',
  environment: 'sandbox',
  enrichedCustomerDataEnabled: false,
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
  /** What a person answers at Venmo; `off` where the merchant has no Venmo. */
  venmo: 'off' | 'approve' | 'cancel';
  /** Every address of Braintree's and its partners' that the page went to. */
  addresses: string[];
}

/**
 * Answers the hosts that the real `braintree-web` in the page goes to: its frames with one of ours (hosted-fields-frame.ts), its client API
 * with the fake's, so that a nonce made in the browser is one that the server can charge. The SDK, the policy of the page and what is
 * between frame and page are real; what Braintree's frames and the bank's script do inside is not.
 */
export async function answerBraintree(page: Page, fake: FakeBraintree): Promise<BraintreeInBrowser> {
  const answers: BraintreeInBrowser = {
    bank: { liabilityShifted: true, asked: [] },
    venmo: 'off',
    addresses: [],
  };
  const [hostedField, dispatch] = await Promise.all([frameOf('hosted-fields-frame'), frameOf('dispatch-frame')]);
  await page.route(/^https:/, (route) => {
    const request = route.request();
    const { hostname, pathname } = new URL(request.url());
    answers.addresses.push(request.url());
    if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers: CORS });
    if (pathname.includes('/hosted-fields-frame'))
      return route.fulfill({ contentType: 'text/html', body: hostedField });
    if (pathname.includes('/dispatch-frame')) return route.fulfill({ contentType: 'text/html', body: dispatch });
    if (hostname === 'payments.sandbox.braintree-api.com') return answerClientApi(route, fake, answers);
    if (hostname === 'venmo.com') return answerVenmo(route, answers);
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

async function answerClientApi(route: Route, fake: FakeBraintree, { venmo }: BraintreeInBrowser): Promise<void> {
  const request = route.request();
  const { operationName, query } = request.postDataJSON() as { operationName?: string; query: string };
  if (operationName === 'ClientConfiguration') {
    const clientConfiguration = { ...CONFIGURATION, ...(venmo === 'off' ? {} : { venmo: VENMO }) };
    return json(route, { data: { clientConfiguration } });
  }
  if (query.includes('createVenmoPaymentContext')) {
    return json(route, { data: { createVenmoPaymentContext: { venmoPaymentContext: makeContext() } } });
  }
  if (query.includes('PaymentContext')) {
    const approved = {
      status: 'APPROVED',
      paymentMethodId: fake.books.addNonce(null, 'venmo_account'),
      userName: 'ann',
    };
    return json(route, { data: { node: venmo === 'approve' ? approved : { status: 'CANCELED' } } });
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

function makeContext() {
  const createdAt = new Date();
  return { id: 'context', status: 'CREATED', createdAt, expiresAt: new Date(createdAt.getTime() + 3_600_000) };
}

/** Venmo's own page: the person answers, and goes back to where the address says. */
function answerVenmo(route: Route, { venmo }: BraintreeInBrowser): Promise<void> {
  const query = new URL(route.request().url()).searchParams;
  const back = query.get(venmo === 'approve' ? 'x-success' : 'x-cancel');
  return route.fulfill({ contentType: 'text/html', body: `<h1>Venmo</h1><a href="${back}&id=context">Answer</a>` });
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

const frames = new Map<string, Promise<string>>();

/** The document of one of our frames, made once. */
function frameOf(name: 'hosted-fields-frame' | 'dispatch-frame'): Promise<string> {
  const made = frames.get(name) ?? bundleFrame(fileURLToPath(new URL(`./${name}.ts`, import.meta.url)));
  frames.set(name, made);
  return made;
}

async function bundleFrame(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    resolve: { alias: { '~': fileURLToPath(new URL('../../../app', import.meta.url)) } },
    logLevel: 'silent',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'frame' } },
  });
  const [{ output }] = result as unknown as [{ output: { code: string }[] }];
  const style = 'body{margin:0}input{width:100%;border:0;background:none;font:17px system-ui}';
  return `<!doctype html><title>Card</title><style>${style}</style><body><script>${output[0]!.code}</script></body>`;
}
