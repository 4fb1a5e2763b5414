import { startBraintreeServer, startFakeGateway } from '~tests/servers/braintree-server';
import { latch } from '~tests/latch';
import type { FakeBraintree } from '~tests/fakes/braintree';
import { test as base } from './fixtures';
import { fileURLToPath } from 'node:url';
import type { Page, Route } from '@playwright/test';

const SONGBIRD = 'https://songbirdstag.cardinalcommerce.com/edge/v1/songbird.js';
const COLLECTOR = 'https://geostag.cardinalcommerce.com/DeviceFingerprintWeb/V2/Bin/Enabled';
const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': '*, Authorization, Braintree-Version, Content-Type',
  'Access-Control-Allow-Methods': 'GET, POST',
};

/** The merchant's configuration, as Braintree's client API sends it to `braintree-web`. */
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

/** A 3-D Secure script that is ready at once, and posts a form into a frame, as Cardinal does to collect data. */
const SONGBIRD_SCRIPT = `window.Cardinal = {
  listeners: {},
  configure() {},
  on(name, listener) { this.listeners[name] = listener; },
  off() {},
  setup() { setTimeout(() => this.listeners['payments.setupComplete']({ sessionId: 'df' })); },
  trigger() {
    const frame = Object.assign(document.createElement('iframe'), { name: 'collector', hidden: true });
    const form = Object.assign(document.createElement('form'), { method: 'post', target: 'collector', action: '${COLLECTOR}' });
    document.body.append(frame, form);
    return new Promise((resolve) => {
      frame.onload = () => {
        frame.remove();
        form.remove();
        resolve({ Status: true });
      };
      form.submit();
    });
  },
};`;

interface BraintreeInBrowser {
  /** The bank's response for each card, and the amounts of its 3-D Secure look-ups. */
  bank: { liabilityShifted: boolean; amounts: string[]; challenges: boolean };
  /** The visitor's choice at Venmo; `undecided` if its app opens over the page; `off` for a merchant without Venmo. */
  venmo: 'off' | 'approve' | 'cancel' | 'undecided';
  /** The URLs of Braintree and its partners that the page requested. */
  addresses: string[];
}

/**
 * Replaces the hosts that the real `braintree-web` calls. The frames are ours (hosted-fields-frame.ts). The client API is that of the
 * fake gateway, so the server can charge a nonce made in the browser. The SDK, the CSP and the messages to the frames are real.
 */
async function answerBraintree(page: Page, fake: FakeBraintree): Promise<BraintreeInBrowser> {
  const answers: BraintreeInBrowser = {
    bank: { liabilityShifted: true, amounts: [], challenges: false },
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
    if (request.url() === COLLECTOR) return route.fulfill({ contentType: 'text/html', body: '' });
    if (hostname === 'c.paypal.com') return route.fulfill({ contentType: 'text/javascript', body: '' });
    // Analytics of the SDK.
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
    const other = { status: venmo === 'undecided' ? 'CREATED' : 'CANCELED' };
    return json(route, { data: { node: venmo === 'approve' ? approved : other } });
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

/** Serves Venmo's page, whose link redirects back with the visitor's choice. */
function answerVenmo(route: Route, { venmo }: BraintreeInBrowser): Promise<void> {
  // The browser stays on the page.
  if (venmo === 'undecided') return route.fulfill({ status: 204 });
  const query = new URL(route.request().url()).searchParams;
  const back = query.get(venmo === 'approve' ? 'x-success' : 'x-cancel');
  return route.fulfill({ contentType: 'text/html', body: `<h1>Venmo</h1><a href="${back}&id=context">Answer</a>` });
}

/** 3-D Secure, frictionless unless the bank challenges: a new nonce. */
async function answerLookup(route: Route, fake: FakeBraintree, bank: BraintreeInBrowser['bank'], nonce: string) {
  const { amount, authorizationFingerprint } = route.request().postDataJSON() as Record<string, string>;
  bank.amounts.push(amount!);
  const account = fake.accountOf(authorizationFingerprint!);
  const confirmed = fake.books.authenticate(nonce, bank.liabilityShifted, amount, account)!;
  const threeDSecureInfo = { liabilityShifted: bank.liabilityShifted, liabilityShiftPossible: true };
  const details = { lastTwo: confirmed.last4?.slice(-2), cardType: 'Visa' };
  await json(route, {
    paymentMethod: { type: 'CreditCard', nonce: confirmed.nonce, description: '', details, threeDSecureInfo },
    threeDSecureInfo,
    lookup: {
      threeDSecureVersion: '2.2.0',
      // cspell:ignore pareq
      ...(bank.challenges ? { acsUrl: 'https://bank.example/acs', transactionId: 'challenge', pareq: 'request' } : {}),
    },
  });
}

function json(route: Route, body: object): Promise<void> {
  return route.fulfill({ headers: CORS, contentType: 'application/json', body: JSON.stringify(body) });
}

const frames = new Map<string, Promise<string>>();

/** Returns the document of one of our frames, and builds it only once. */
function frameOf(name: 'hosted-fields-frame' | 'dispatch-frame'): Promise<string> {
  const made =
    frames.get(name) ?? bundleFrame(fileURLToPath(new URL(`../support/browser/${name}.ts`, import.meta.url)));
  frames.set(name, made);
  return made;
}

async function bundleFrame(entry: string): Promise<string> {
  const { build } = await import('vite');
  const result = await build({
    configFile: false,
    resolve: { alias: { '~': fileURLToPath(new URL('../../app', import.meta.url)) } },
    logLevel: 'silent',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'frame' } },
  });
  const [{ output }] = result as unknown as [{ output: { code: string }[] }];
  const style = 'body{margin:0}input{width:100%;border:0;background:none;font:17px system-ui}';
  return `<!doctype html><title>Card</title><style>${style}</style><body><script>${output[0]!.code}</script></body>`;
}

interface TestFixtures {
  fake: FakeBraintree;
  braintree: BraintreeInBrowser;
}

/** A browser on a server with Braintree, whose hosts are faked. */
export const test = base.extend<TestFixtures>({
  fake: async ({ oncePerWorker }, use) => {
    await use(await oncePerWorker('gateway', startFakeGateway, (fake) => fake.close()));
  },
  server: async ({ oncePerWorker, fake, settings }, use) => {
    const start = () => startBraintreeServer(fake, { env: settings });
    await use(await oncePerWorker(`Braintree ${JSON.stringify(settings)}`, start, (server) => server.stop()));
  },
  braintree: [
    async ({ page, fake }, use) => {
      fake.set();
      await use(await answerBraintree(page, fake));
    },
    { auto: true },
  ],
});

/** The input in one of the provider's frames. */
export function hostedInput(page: Page, field: 'number' | 'expirationDate' | 'cvv') {
  return page.frameLocator(`iframe[name="braintree-hosted-field-${field}"]`).locator('input');
}

/** Enters a card in the provider's fields. */
export async function enterHostedCard(page: Page, cardNumber = '4111 1111 1111 1111', cvv = '123'): Promise<void> {
  await hostedInput(page, 'number').fill(cardNumber);
  await hostedInput(page, 'expirationDate').fill(`12/${(new Date().getFullYear() + 3) % 100}`);
  await hostedInput(page, 'cvv').fill(cvv);
}

interface HeldRequests {
  /** The bodies received so far. */
  bodies: string[];
  /** Resolves with the first request. */
  arrived: Promise<void>;
  release(): void;
}

interface HoldOptions {
  /** The page that released requests get. Without one they continue. */
  html?: string;
  /** What a held POST's body contains. Other requests are not held. */
  body?: string;
}

/** Holds requests to an address until they are released. */
export async function hold(page: Page, address: RegExp, { html, body }: HoldOptions = {}): Promise<HeldRequests> {
  const bodies: string[] = [];
  const [arrival, held] = [latch(), latch()];
  await page.route(address, async (route) => {
    const posted = route.request().postData() ?? '';
    if (body !== undefined && !posted.includes(body)) return route.fallback();
    bodies.push(posted);
    arrival.open();
    await held.opened;
    await (html === undefined ? route.fallback() : route.fulfill({ contentType: 'text/html', body: html }));
  });
  return { bodies, arrived: arrival.opened, release: held.open };
}

/** Stops the payment method's first posts, as the browser's Stop button does. @returns the bodies of all posts so far */
export async function stopPosts(page: Page, stopped: number): Promise<string[]> {
  const bodies: string[] = [];
  await page.route(/payment\/method$/, (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    bodies.push(route.request().postData() ?? '');
    return bodies.length <= stopped ? route.abort('aborted') : route.fallback();
  });
  return bodies;
}

export function pressContinue(page: Page): Promise<void> {
  return page.locator('main').getByRole('button', { name: 'Continue', exact: true }).click();
}
