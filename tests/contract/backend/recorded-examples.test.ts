import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { CARDS, parentOfMinnesota } from '~tests/answers/parent-answers';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { lawyerOfMinnesota } from '~tests/answers/professional-answers';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { openRecordingProxy, type RecordedExchange } from '~tests/fakes/recording-proxy';
import { sendRequest } from '~tests/servers/raw-request';
import { startServer } from '~tests/servers/server-under-test';
import { PAYING_STEPS, walkInvited, walkInvitedTo } from '~tests/walks/walk-invited';
import { submitStep, walkTo } from '~tests/walks/walk-parent';
import { submitProfessionalStep, walkProfessionalTo } from '~tests/walks/walk-professional';
import type { Example } from '~/backend/contract/example';
import { contract } from '~/backend/contract/contract';

/** The headers that the examples show. */
const SHOWN = [
  'Accept-Language',
  'Authorization',
  'Idempotency-Key',
  'X-Activity',
  'X-Anonymous-Id',
  'X-Invite-Token',
  'X-Referrer-Key',
  'X-Registration-Key',
];
/** The first entries describe a list of packages or regions well enough. */
const MOST_ENTRIES = 2;

/** Fixed texts for values that differ in each run, by key. */
const STABLE: Readonly<Record<string, string>> = {
  registrationKey: 'registration-key',
  clickToJoinToken: 'credentials-token',
  auth: 'sign-in-token',
  // cspell:ignore ijoyf jldm
  clientToken: 'eyJ2ZXJzaW9uIjoyfQ==',
  gaPayloadBase64: 'eyJldmVudCI6InB1cmNoYXNlIn0=',
  nonce: 'nonce-of-the-provider',
  transactionId: '9169a72e',
  transactionDateTime: '2026-03-01T12:00:00.000Z',
  orderNumber: '7K3-Q9X-TF2',
  agreedAt: '2026-03-01T12:00:00.000Z',
  date: '2027-03-01T12:00:00.000Z',
  segmentAnonymousId: 'visitor',
  inviteToken: 'invite-token',
  'X-Anonymous-Id': 'visitor',
  'X-Invite-Token': 'invite-token',
  'X-Registration-Key': 'registration-key',
};
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** Returns one exchange of each kind, by operation in the order of the contract. Replaces random values with fixed ones. */
function examplesOf(exchanges: readonly RecordedExchange[]): Record<string, Example[]> {
  const examples = exchanges.map((exchange) => ({ exchange, ...readExchange(exchange) }));
  const chosen = operations().map(({ name, method, pattern }) => {
    const kinds = new Map<string, Example>();
    for (const { exchange, ...example } of examples) {
      const path = example.request.address.split('?', 1)[0]!;
      if (
        exchange.method === method &&
        pattern.test(path) &&
        operationAt(method, path) === name &&
        !kinds.has(kindOf(example))
      )
        kinds.set(kindOf(example), example);
    }
    return [name, [...kinds.values()].sort((one, other) => one.status - other.status)] as const;
  });
  return makeStable(Object.fromEntries(chosen));
}

function operations() {
  return Object.entries(contract).flatMap(([group, calls]) =>
    Object.entries(calls).map(([call, { '~orpc': operation }]) => ({
      name: `${group}.${call}`,
      method: operation.route.method!,
      pattern: new RegExp(`^${operation.route.path!.replace(/\{\w+\}/g, '[^/]+')}$`),
    })),
  );
}

/** Prefers a path without parameters. */
function operationAt(method: string, path: string): string | undefined {
  const fits = operations().filter((one) => one.method === method && one.pattern.test(path));
  return (fits.find(({ pattern }) => !pattern.source.includes('[^/]+')) ?? fits[0])?.name;
}

function readExchange({ method, address, headers, body, status, answer }: RecordedExchange): Example {
  const shown = SHOWN.flatMap((name) => {
    const value = headers[name.toLowerCase()];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const read: unknown = JSON.parse(answer);
  return {
    request: {
      method,
      address,
      headers: Object.fromEntries(shown),
      ...(body !== '' && { body: JSON.parse(body) as unknown }),
    },
    status,
    answer: Array.isArray(read) ? read.slice(0, MOST_ENTRIES) : read,
  };
}

/** Calls of a kind have the same fields in their bodies and the same outcome. */
function kindOf({ request: { body, address }, status, answer }: Example): string {
  const { sections } = (body ?? {}) as { sections?: string[] };
  const { state, status: told } = answer as { state?: string; status?: number };
  const refusal = status >= 400;
  return JSON.stringify([
    status,
    refusal ? null : [sections, Object.keys(body ?? {}).sort(), new URL(address, 'http://a').searchParams.size],
    state,
    told,
  ]);
}

function makeStable(examples: Record<string, Example[]>): Record<string, Example[]> {
  const stable = new Map<string, string>();
  let keys = 0;
  const written = JSON.stringify(examples, (key, value: unknown) => {
    if (typeof value !== 'string' || stable.has(value)) return value;
    const bearer = key === 'Authorization' && value.replace('Bearer ', '');
    if (bearer) stable.set(bearer, bearer.startsWith('demo-invite') ? 'invite-token' : 'credentials-token');
    const named = key === 'Idempotency-Key' ? `key-${++keys}` : STABLE[key];
    if (named !== undefined) stable.set(value, named);
    return value;
  });
  const replaced = [...stable].reduce((text, [random, named]) => text.replaceAll(random, named), written);
  const ids = [...new Set(replaced.match(UUID))];
  const number = (id: string) => (ids.indexOf(id) + 1).toString(16).padStart(8, '0');
  return JSON.parse(replaced.replace(UUID, (id) => `${number(id)}-5d1e-4c2b-9a37-0242ac120002`)) as never;
}

/** Short enough that a payment with the slow card is pending. */
const BACKEND_TIMEOUT_MS = '1500';

/**
 * Walks the three journeys between a front end and a backend, as two processes, and returns their exchanges. The visitors also make the
 * mistakes that a backend must handle. Calls that no page makes are sent by hand.
 */
async function recordContract(): Promise<RecordedExchange[]> {
  const backend = await startServer({ serves: 'backend', env: { PUBLIC_URL: 'http://join.test', BACKEND_TIMEOUT_MS } });
  const proxy = await openRecordingProxy(backend.url);
  const frontEnd = await startServer({
    env: { DEMO: 'off', SESSION_SECRET: 's'.repeat(32), BACKEND_URL: proxy.url },
  });
  const visit = () => new PlainBrowser(frontEnd.url);
  try {
    await signUp(visit());
    await signUpMistaken(visit());
    await signUpPayingForBoth(visit());
    await signUpWithSlowCard(visit());
    await acceptInvite(visit);
    await acceptInviteWithSlowCard(visit());
    await acceptPaidInvite(visit());
    await renewInvite(visit());
    await registerProfessional(visit());
    await registerProfessionalMistaken(visit());
    await sendByHand(proxy.url, proxy.passed);
  } finally {
    await Promise.all([frontEnd.stop(), backend.stop()]);
    proxy.close();
  }
  const calls = proxy.passed.filter(({ address }) => address.startsWith('/v2/'));
  // A page fetches its lists concurrently, in any order.
  const isList = ({ address }: RecordedExchange) => address.startsWith('/v2/lookups/');
  const lists = calls.filter(isList).toSorted((one, other) => (one.address < other.address ? -1 : 1));
  return [...calls.filter((call) => !isList(call)), ...lists];
}

async function signUp(browser: PlainBrowser): Promise<void> {
  await browser.open('/signup?ado=true&jek=spring&pv=MjA=');
  const answers = parentOfMinnesota('one');
  await walkTo(browser, 'payment/method', answers);
  // The provider declines the first card.
  browser.fill({ ...answers['payment/method'], ...CARDS.declined });
  await browser.press('Continue');
  await submitStep(browser, 'payment/review', answers);
  expectPath(browser, '/payment/method');
  await submitStep(browser, 'payment/method', answers);
  await submitStep(browser, 'payment/review', answers);
  await submitStep(browser, 'credentials', {
    ...answers,
    credentials: { ...answers.credentials, username: 'taken.name' },
  });
  expectPath(browser, '/credentials');
  await submitStep(browser, 'credentials', answers);
  await browser.waitForRefresh();
  expectPath(browser, '/receipt');
}

async function signUpMistaken(browser: PlainBrowser): Promise<void> {
  const answers = parentOfMinnesota('two');
  await browser.open('/step1');
  await submitStep(browser, 'step1', { ...answers, step1: { ...answers.step1, email: 'taken@example.com' } });
  expectPath(browser, '/duplicate');
  await walkTo(browser, 'step2', answers);
  await submitStep(browser, 'step2', { ...answers, step2: { ...answers.step2, email: 'known.coparent@example.com' } });
  expectPath(browser, '/step2');
}

async function signUpPayingForBoth(browser: PlainBrowser): Promise<void> {
  const answers = parentOfMinnesota('three');
  await walkTo(browser, 'payment/method', answers);
  const { 'payment/method': method } = answers;
  browser.fill({ ...method, isPayingForCoparent: true });
  await browser.press('Continue');
  await submitStep(browser, 'payment/review', answers);
  expectPath(browser, '/credentials');
}

async function signUpWithSlowCard(browser: PlainBrowser): Promise<void> {
  const answers = parentOfMinnesota('four');
  Object.assign(answers['payment/method'], CARDS.slow);
  await walkTo(browser, 'payment/review', answers);
  await submitStep(browser, 'payment/review', answers);
  while (browser.page.path === '/payment/review') await browser.waitForRefresh();
  expectPath(browser, '/credentials');
}

async function acceptInvite(visit: () => PlainBrowser): Promise<void> {
  const link = '/invite?token=demo-invite-by-parent&userId=9001';
  const browser = visit();
  await browser.open(link);
  await walkInvited(browser, PAYING_STEPS, coParentOfMinnesota('one'));
  await browser.waitForRefresh();
  expectPath(browser, '/invite/receipt');
  await visit().open(link);
}

async function acceptInviteWithSlowCard(browser: PlainBrowser): Promise<void> {
  const answers = coParentOfMinnesota('two');
  Object.assign(answers['payment/method'], CARDS.slow);
  await browser.open('/invite?token=demo-invite-coupon&userId=9006');
  await walkInvitedTo(browser, 'payment/review', answers);
  await walkInvited(browser, ['payment/review'], answers);
  while (browser.page.path === '/invite/payment/review') await browser.waitForRefresh();
  expectPath(browser, '/invite/credentials');
}

async function acceptPaidInvite(browser: PlainBrowser): Promise<void> {
  await browser.open('/invite?token=demo-invite-paid-no-address&userId=9004');
  await walkInvited(browser, ['step1', 'billing-info', 'credentials'], coParentOfMinnesota('three'));
}

async function renewInvite(browser: PlainBrowser): Promise<void> {
  await browser.open('/invite?token=demo-invite-expired&userId=9005');
  expectPath(browser, '/invite/request');
  await browser.press('Send me a new link');
}

async function registerProfessional(browser: PlainBrowser): Promise<void> {
  await walkProfessionalTo(browser, 'done', lawyerOfMinnesota('one'));
}

async function registerProfessionalMistaken(browser: PlainBrowser): Promise<void> {
  await browser.open('/pro');
  const lawyer = lawyerOfMinnesota('one');
  const contact = { ...lawyer.contact, email: 'taken@example.com' };
  await submitProfessionalStep(browser, 'contact', { ...lawyer, contact });
  expectPath(browser, '/pro/contact');
}

/** Sends the requests that no walk makes, with values of earlier requests. */
async function sendByHand(url: string, passed: readonly RecordedExchange[]): Promise<void> {
  const send = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { 'accept-language': 'en', ...headers, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    });
    await answer.text();
  };
  const sent = (method: string, pattern: RegExp) => {
    const found = passed.find((one) => one.method === method && pattern.test(one.address));
    if (!found) throw new Error(`No walk sends ${method} ${pattern.source}`);
    return { ...found, read: JSON.parse(found.body || '{}') as Record<string, object> };
  };
  const pay = sent('POST', /^\/v2\/registrations\/[^/]+\/payment$/);
  const key = { 'x-registration-key': String(pay.headers['x-registration-key']) };
  const registration = pay.address.replace(/\/payment$/, '');
  await send('GET', `${registration}/coupons`, { ...key, 'x-referrer-key': 'spring' });
  await send('GET', `${registration}/payments/${String(pay.headers['idempotency-key'])}`, key);
  await send('POST', `${registration}/links`, key, { kind: 'credentials' });
  const unpaid = passed.find(({ address, status }) => address.startsWith('/v2/registrations/') && status === 422)!;
  const unpaidKey = { 'x-registration-key': String(unpaid.headers['x-registration-key']) };
  await send('GET', `${unpaid.address}/payments/${randomUUID()}`, unpaidKey);
  // `fetch` would add a header.
  await sendRequest(url, 'DELETE', unpaid.address, unpaidKey);

  const invitee = sent('PUT', /^\/v2\/parents\/9004$/);
  const dead = { authorization: 'Bearer demo-invite-expired' };
  await send('PUT', '/v2/parents/9005', dead, { ...invitee.read, parent: { ...invitee.read.parent, userId: '9005' } });
}

function expectPath(browser: PlainBrowser, path: string): void {
  if (browser.page.path !== path)
    throw new Error(`Expected ${path}, but is on ${browser.page.describe()}: ${browser.page.errors.join()}`);
}

const FILE = 'docs/backend.examples.json';

it('shows only recorded bodies (`npm run contract-examples` updates them)', async () => {
  const examples = examplesOf(await recordContract());
  if (process.env.RECORD === 'on') writeFileSync(FILE, `${JSON.stringify(examples, null, 2)}\n`);
  expect(examples).toEqual(JSON.parse(readFileSync(FILE, 'utf8')));
}, 60_000);
