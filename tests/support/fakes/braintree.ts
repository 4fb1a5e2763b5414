import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import braintree from 'braintree';
import {
  createFakeBooks,
  type SaleBody,
  type SaleResult,
  type FakeBooks,
  type FakeNonce,
  type FakeTransaction,
} from './braintree-store';
import { isCardNumber } from '~/domain/cards';
import { createAgreement, tokeniseAgreement } from './braintree-paypal';
import { XMLBuilder } from 'fast-xml-parser';

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressBooleanAttributes: false,
  suppressEmptyNode: true,
});
const element = (name: string, content: unknown) => builder.build({ [name]: content });

/** The gateway's null value. */
const NIL = { '@nil': 'true' };
const typed = (type: string, text: unknown) => ({ '@type': type, '#text': String(text) });
const list = (items: object = {}) => ({ '@type': 'array', ...items });

/** Returns a complete response for the SDK. */
const xml = (body: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`;

function transactionXml(transaction: FakeTransaction): string {
  return element('transaction', describeTransaction(transaction));
}

function describeTransaction(transaction: FakeTransaction) {
  return {
    id: transaction.id,
    status: transaction.status,
    type: transaction.type,
    'currency-iso-code': transaction.currency,
    amount: transaction.amount,
    'merchant-account-id': transaction.merchantAccount,
    'order-id': transaction.orderId,
    'refunded-transaction-id': transaction.refundedTransactionId ?? NIL,
    'created-at': typed('datetime', transaction.createdAt),
    customer: { id: transaction.vaultedCustomer ?? NIL },
    'credit-card': { token: NIL, 'last-4': transaction.last4 ?? NIL },
    'processor-response-code': transaction.code,
    'processor-settlement-response-code': transaction.settlementCode ?? '',
    'gateway-rejection-reason': transaction.rejection ?? NIL,
    'payment-instrument-type': transaction.paymentInstrumentType,
    'custom-fields': '',
    'status-history': list({ 'status-event': eventsOf(transaction) }),
    'refund-ids': list({ item: transaction.refundIds ?? [] }),
    disputes: list({ dispute: (transaction.disputes ?? []).map((status) => ({ status, transaction: {} })) }),
  };
}

function eventsOf({ status, failedAt }: FakeTransaction) {
  return failedAt === undefined ? [] : [{ status, timestamp: typed('datetime', failedAt) }];
}

/** Returns a nonce's details with the bank's 3-D Secure result. */
function nonceXml(name: string, { liabilityShifted, used }: FakeNonce): string {
  const info = {
    'liability-shifted': typed('boolean', liabilityShifted),
    'liability-shift-possible': typed('boolean', true),
  };
  return element('payment-method-nonce', {
    nonce: name,
    consumed: typed('boolean', used),
    'three-d-secure-info': liabilityShifted === null ? NIL : info,
  });
}

/** Returns a validation failure with errors, or the refusal of a transaction. */
function refusalXml(errors: { attribute: string; code: string }[], transaction?: FakeTransaction): string {
  const items = errors.map(({ attribute, code }) => ({ code, attribute, message: 'A message' }));
  return element('api-error-response', {
    errors: { errors: list(), ...(items.length > 0 && { transaction: { errors: list({ error: items }) } }) },
    params: '',
    message: 'A message',
    ...(transaction && { transaction: describeTransaction(transaction) }),
  });
}

function clientTokenXml(clientToken: string): string {
  return element('client-token', { value: clientToken });
}

function idsXml(ids: string[]): string {
  return element('search-results', { 'page-size': typed('integer', 50), ids: list({ item: ids }) });
}

interface CreditCard {
  number: string;
  expirationMonth: string;
  expirationYear: string;
  cvv: string;
  cardholderName: string;
}

interface ClientApiBody {
  operationName: string;
  variables: { input: never };
}

/** Serves the client API, which returns errors with status 200. */
function answerClientApi(books: FakeBooks, origin: string, request: IncomingMessage, body: string): string {
  const { operationName, variables } = JSON.parse(body) as ClientApiBody;
  const isAllowed = /^Bearer fp\./.test(request.headers.authorization ?? '');
  if (!isAllowed || request.headers['braintree-version'] !== '2018-05-10') {
    return errorJson(operationName, 'AUTHENTICATION', []);
  }
  if (operationName === 'TokenizeCreditCard') return tokeniseCard(books, variables.input);
  const name = operationName.charAt(0).toLowerCase() + operationName.slice(1);
  const given =
    operationName === 'CreatePayPalBillingAgreement'
      ? createAgreement(books, origin, variables.input)
      : tokeniseAgreement(books, variables.input);
  return given
    ? JSON.stringify({ data: { [name]: given } })
    : errorJson(name, 'VALIDATION', ['input', 'billingAgreement']);
}

function tokeniseCard(books: FakeBooks, { creditCard }: { creditCard: CreditCard }): string {
  const { number, expirationMonth, expirationYear, cvv } = creditCard;
  const refuse = (field: string) => errorJson('tokenizeCreditCard', 'VALIDATION', ['input', 'creditCard', field]);
  if (!isCardNumber(number)) return refuse('number');
  if (Number(expirationYear) < 2026) return refuse('expirationYear');
  if (Number(expirationMonth) > 12) return refuse('expirationMonth');
  if (!/^\d{3,4}$/.test(cvv)) return refuse('cvv');
  const last4 = number.slice(-4);
  const card = { brandCode: number.startsWith('4') ? 'VISA' : 'MASTERCARD', last4 };
  return JSON.stringify({ data: { tokenizeCreditCard: { token: books.addNonce(last4), creditCard: card } } });
}

function errorJson(name: string, errorClass: string, inputPath: string[]): string {
  const error = { message: 'A message', path: [name], extensions: { errorClass, inputPath } };
  return JSON.stringify({ data: { [name]: null }, errors: [error] });
}

export const FAKE_KEYS = { merchantId: 'merchant', publicKey: 'public', privateKey: 'a-private-key-of-the-fake' };
export const FAKE_ACCOUNTS = { USD: 'account-usd', GBP: 'account-gbp' };

interface ClientTokenBody {
  client_token?: { merchant_account_id?: string };
}

interface SearchBody {
  search?: {
    order_id?: { is?: string };
    created_at?: { min: string; max: string };
    merchant_account_id?: string[];
  };
}

/**
 * How a call fails. The first four fail before the gateway stores anything, the others after. `held` and `held-before` wait for
 * `release`, and `held-before` stores nothing until then.
 */
export type Accident =
  | 'silent-before'
  | 'reset-before'
  | 'unauthorised'
  | 'forbidden'
  | 'held-before'
  | 'held'
  | 'silent-after'
  | 'reset-in-answer'
  | 'trickle'
  | 'html'
  | 'malformed-json'
  | 'malformed-gzip'
  | 'malformed-xml'
  | 'cut-short'
  | 'empty'
  | 'server-error'
  | 'unavailable';

export interface FakeScenario {
  accident?: Accident;
  /** The paths of the failing calls. All calls fail by default. */
  path?: RegExp;
  /** The gateway rejects sales for this reason. */
  rejection?: string;
  /** The gateway returns these validation errors for a sale. */
  invalid?: string[];
  /** The processor declines sales with this code. */
  decline?: string;
}

export type FakeBraintree = Awaited<ReturnType<typeof startFakeBraintree>>;

export interface FakeOptions {
  /** The client API's URL in client tokens, if it is not the fake's. */
  clientApi?: string;
  /** The base URL of approval pages. */
  approvalOrigin?: string;
}

/** Starts a fake gateway for the real SDK. Like the real one, it is not idempotent, and stores a sale before it responds. */
export async function startFakeBraintree({ clientApi, approvalOrigin }: FakeOptions = {}) {
  const books = createFakeBooks({ [FAKE_ACCOUNTS.USD]: 'USD', [FAKE_ACCOUNTS.GBP]: 'GBP' });
  let scenario: FakeScenario = {};
  let clientApiAnswer: unknown;
  const held: (() => void)[] = [];
  const requests: { path: string; body: string }[] = [];
  const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = String((server.address() as AddressInfo).port);
  const origin = `http://127.0.0.1:${port}`;

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const path = new URL(request.url ?? '/', origin).pathname;
    requests.push({ path, body });
    const accident = !scenario.path || scenario.path.test(path) ? scenario.accident : undefined;
    if (accident === 'silent-before') return;
    if (accident === 'reset-before') return void request.socket.resetAndDestroy();
    if (accident === 'unauthorised') return void response.writeHead(401).end();
    if (accident === 'forbidden') return void response.writeHead(403).end();
    if (accident === 'held-before') {
      return void held.push(() => {
        const [status, type, text] = answer(request, path, body);
        response.writeHead(status, { 'Content-Type': type }).end(text);
      });
    }
    const [status, type, text] = answer(request, path, body);
    if (accident === 'held')
      return void held.push(() => response.writeHead(status, { 'Content-Type': type }).end(text));
    if (accident) return failResponse(accident, response, status, text);
    response.writeHead(status, { 'Content-Type': type }).end(text);
  }

  function answer(request: IncomingMessage, path: string, body: string): [number, string, string] {
    if (path === '/graphql' && clientApiAnswer !== undefined) {
      return [200, 'application/json', JSON.stringify(clientApiAnswer)];
    }
    if (path === '/graphql')
      return [200, 'application/json', answerClientApi(books, approvalOrigin ?? origin, request, body)];
    const expected = `Basic ${Buffer.from(`${FAKE_KEYS.publicKey}:${FAKE_KEYS.privateKey}`).toString('base64')}`;
    const [status, text] =
      request.headers.authorization === expected ? serve(request.method ?? '', path, body) : [401, ''];
    return [status, 'application/xml', xml(text)];
  }

  function serve(method: string, path: string, body: string): [number, string] {
    const sent = (body === '' ? {} : JSON.parse(body)) as { transaction: SaleBody };
    const [, kind, id = '', action = ''] = /^\/merchants\/merchant\/(\w+)(?:\/([\w-]+))?(?:\/(\w+))?$/.exec(path) ?? [];
    const [, nonce] = /\/payment_method_nonces\/([\w-]+)$/.exec(path) ?? [];
    if (nonce) return serveNonce(nonce);
    if (kind === 'merchant_accounts') return serveAccount(id);
    if (kind === 'client_token') return serveClientToken(JSON.parse(body) as ClientTokenBody);
    if (kind !== 'transactions') return [404, ''];
    if (id === 'advanced_search_ids') return [200, idsXml(search(JSON.parse(body) as SearchBody))];
    if (method === 'POST' && scenario.invalid)
      return [422, refusalXml(scenario.invalid.map((code) => ({ attribute: 'base', code })))];
    if (method === 'POST' && action === 'refund') return serveRefund(id, sent.transaction.amount);
    if (method === 'POST') return serveResult(201, sell(sent.transaction));
    const transaction = books.transactions.find((one) => one.id === id);
    if (!transaction) return [404, ''];
    if (method === 'GET') return [200, transactionXml(transaction)];
    if (action === 'submit_for_settlement') {
      return serveResult(200, books.move(id, ['authorized'], 'submitted_for_settlement', '91507')!);
    }
    return serveResult(200, books.move(id, ['authorized', 'submitted_for_settlement'], 'voided', '91504')!);
  }

  function serveNonce(name: string): [number, string] {
    const nonce = books.findNonce(name);
    return nonce ? [200, nonceXml(name, nonce)] : [404, ''];
  }

  function serveAccount(id: string): [number, string] {
    const [currency] = Object.entries(FAKE_ACCOUNTS).find(([, account]) => account === id) ?? [];
    return currency ? [200, element('merchant-account', { id, 'currency-iso-code': currency })] : [404, ''];
  }

  function serveRefund(id: string, amount: string | undefined): [number, string] {
    const result = books.refund(id, amount);
    return result ? serveResult(201, result) : [404, ''];
  }

  function sell(body: SaleBody): SaleResult {
    return books.sell(body, scenario.rejection ?? null, scenario.decline ?? null);
  }

  function serveResult(status: number, result: SaleResult): [number, string] {
    if ('error' in result) return [422, refusalXml([result.error])];
    const { transaction } = result;
    const isRefused = ['gateway_rejected', 'processor_declined'].includes(transaction.status);
    return isRefused ? [422, refusalXml([], transaction)] : [status, transactionXml(transaction)];
  }

  function serveClientToken(sent: ClientTokenBody): [number, string] {
    const account = sent.client_token?.merchant_account_id ?? '';
    if (!Object.values(FAKE_ACCOUNTS).includes(account)) {
      return [422, refusalXml([{ attribute: 'merchant_account_id', code: '92807' }])];
    }
    const token = {
      version: 2,
      environment: 'sandbox',
      configUrl: 'https://api.sandbox.braintreegateway.com:443/merchants/merchant/client_api/v1/configuration',
      authorizationFingerprint: `fp.${account}`,
      graphQL: { url: clientApi ?? `${origin}/graphql`, date: '2018-05-08', features: ['tokenize_credit_cards'] },
    };
    return [201, clientTokenXml(Buffer.from(JSON.stringify(token)).toString('base64'))];
  }

  /** Like the gateway, ignores case and includes refunds. */
  function search({ search: { order_id, created_at, merchant_account_id } = {} }: SearchBody): string[] {
    const wanted = order_id?.is?.toLowerCase();
    return books.transactions
      .filter(({ orderId }) => order_id === undefined || orderId.toLowerCase() === wanted)
      .filter(({ createdAt }) => !created_at || (created_at.min <= createdAt && createdAt <= created_at.max))
      .filter(({ merchantAccount }) => merchant_account_id?.includes(merchantAccount) ?? true)
      .map(({ id }) => id);
  }

  return {
    origin,
    environment: new braintree.Environment('127.0.0.1', port, origin, false, '127.0.0.1', port),
    books,
    requests,
    /** Sets the scenario from now on. Without one, all calls succeed. */
    set: (next: FakeScenario = {}) => void (scenario = next),
    /** Returns the merchant account of a client token's fingerprint. */
    accountOf: (fingerprint: string) => fingerprint.replace(/^fp\./, ''),
    countHeld: () => held.length,
    /** Releases held responses. */
    release: () => held.splice(0).forEach((send) => send()),
    /** Sets the client API's response to every call from now on. */
    answerClientApi: (next: unknown) => void (clientApiAnswer = next),
    countConnections: () =>
      new Promise<number>((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function failResponse(
  accident: Exclude<Accident, 'held' | 'held-before'>,
  response: ServerResponse,
  status: number,
  text: string,
): void {
  const begin = () => response.writeHead(status, { 'Content-Type': 'application/xml' });
  const send = (code: number, type: string, body: string) =>
    void response.writeHead(code, { 'Content-Type': type }).end(body);
  if (accident === 'silent-after') return;
  if (accident === 'server-error') return void response.writeHead(500).end();
  if (accident === 'unavailable') return void response.writeHead(503).end();
  if (accident === 'empty') return void response.writeHead(status).end();
  if (accident === 'html') return send(200, 'text/html', '<p>Sorry</p>');
  if (accident === 'malformed-json') return send(200, 'application/json; charset=utf-8', '{"data": {"transaction"');
  if (accident === 'malformed-gzip') {
    return void response
      .writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
      .end(gzipSync('{"data":'));
  }
  if (accident === 'malformed-xml') return send(status, 'application/xml', '<transaction><id>1</transaction>&nothing;');
  if (accident === 'cut-short') return send(status, 'application/xml', text.slice(0, text.length / 2));
  if (accident === 'reset-in-answer') {
    begin().write(text.slice(0, 20), () => response.socket?.resetAndDestroy());
    return;
  }
  // Sends a byte every 5 ms, so the connection is never idle, and the response never ends.
  let sent = 0;
  begin();
  const timer = setInterval(() => response.write(text[sent++ % 5] ?? ' '), 5);
  response.on('close', () => clearInterval(timer));
}
