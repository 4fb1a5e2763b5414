import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { lawyerOfMinnesota } from '~tests/answers/professional-answers';
import { openRecordingProxy, type RecordedExchange } from '~tests/fakes/recording-proxy';
import { startServer, type RunningServer } from '~tests/servers/server-under-test';
import { withStore } from '~tests/servers/store-file';
import { PAYING_STEPS, walkInvited } from '~tests/walks/walk-invited';
import { submitStep, walkTo } from '~tests/walks/walk-parent';
import { walkProfessionalTo } from '~tests/walks/walk-professional';

/** Runs front end and backend as two processes with separate stores, and records their traffic. */
let backend: RunningServer;
let frontEnd: RunningServer;
let proxy: Awaited<ReturnType<typeof openRecordingProxy>>;

beforeAll(async () => {
  backend = await startServer({ serves: 'backend', env: { PUBLIC_URL: 'http://join.test' } });
  proxy = await openRecordingProxy(backend.url);
  frontEnd = await startServer({
    env: { DEMO: 'off', ANALYTICS_CONSENT: 'off', SESSION_SECRET: 's'.repeat(32), BACKEND_URL: `${proxy.url}/` },
  });
});
afterAll(async () => {
  expect([await frontEnd.stop(), await backend.stop()]).toEqual([0, 0]);
  proxy.close();
  expect(errorsOf(backend)).toEqual([]);
});

const errorsOf = (server: RunningServer) => server.log().filter(({ level }) => Number(level) >= 50);
const openBrowser = () => new PlainBrowser(frontEnd.url);
/** Returns the exchanges since the last call. */
const takeExchanges = () => proxy.passed.splice(0).filter(({ address }) => address.startsWith('/v2/'));

/** Expects no personal data in a URL, and a front-end request id in every call. */
async function expectPrivate(passed: RecordedExchange[], ...personal: string[]): Promise<void> {
  for (const { address } of passed)
    for (const text of personal) expect(decodeURIComponent(address)).not.toContain(text);
  const requestIds = new Set(passed.map(({ headers }) => headers['x-request-id']));
  for (const id of requestIds) await frontEnd.findLogLine(({ requestId }) => requestId === id);
}

describe('a front end over HTTP', () => {
  it('serves parent A, who pays by PayPal, up to the receipt', async () => {
    const browser = openBrowser();
    const answers = parentOfMinnesota();
    await browser.open('/signup?ado=true&jek=spring&pv=MjA=');
    await walkTo(browser, 'payment/method', answers);
    await browser.press('PayPal');
    expect(browser.page.heading).toBe('Approve with PayPal?');
    await browser.press('Approve');
    expect(browser.page.figure('Payment')).toContain('PayPal');
    await submitStep(browser, 'payment/review', answers);
    expect(browser.page.path).toBe('/credentials');
    await submitStep(browser, 'credentials', answers);
    await browser.waitForRefresh();
    expect([browser.page.path, browser.page.heading]).toEqual(['/receipt', 'Account activated!']);

    const passed = takeExchanges();
    const { email, phoneNumber, lastName } = answers.step1 as Record<string, string>;
    await expectPrivate(passed, email!, phoneNumber!, lastName!);
    const ofRegistration = passed.filter(({ address }) => /^\/v2\/registrations\/./.test(address));
    expect(ofRegistration.length).toBeGreaterThan(3);
    const keys = new Set(ofRegistration.map(({ headers }) => headers['x-registration-key']));
    expect([...keys]).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
    const payment = passed.find(({ address }) => address.endsWith('/payment'))!;
    expect(payment.headers['idempotency-key']).toMatch(/^[\w-]{20,}$/);
    const paid = passed.indexOf(payment);
    const isRegistration = ({ address }: RecordedExchange) => address.startsWith('/v2/registrations');
    // Calls that price the renewal omit the coupon.
    const referred = passed.slice(0, paid + 1).filter(isRegistration);
    const isRenewal = ({ address, headers }: RecordedExchange) =>
      address.endsWith('/pricing') && !headers['x-referrer-key'];
    expect(referred.filter((call) => !isRenewal(call)).map(({ headers }) => headers['x-referrer-key'])).toEqual(
      referred.filter((call) => !isRenewal(call)).map(() => 'spring'),
    );
    expect(referred.some((call) => call.address.endsWith('/pricing') && !isRenewal(call))).toBe(true);
    for (const { headers } of referred) expect(headers['accept-language']).toBe('en');
    const afterwards = passed.slice(paid + 1).filter((call) => !isRegistration(call));
    const calls = afterwards.map(({ method, address }) => `${method} ${address}`.replace(/[\da-f-]{36}/, 'ID'));
    expect(calls).toEqual([
      // Checks whether another browser has set the credentials.
      'GET /v2/parents/ID',
      'POST /v2/usernames/availability',
      'PUT /v2/credentials',
      'POST /v2/sessions',
      'GET /v2/packages?ids=2021&pricingLocale=US',
    ]);
    for (const { headers } of afterwards.slice(0, 3)) expect(headers.authorization).toMatch(/^Bearer [\w-]{43}$/);
  });

  it('serves an invited co-parent, who pays by card, up to the receipt', async () => {
    const browser = openBrowser();
    const answers = coParentOfMinnesota();
    await browser.open('/invite?token=demo-invite-by-parent&userId=9001');
    await walkInvited(browser, PAYING_STEPS, answers);
    await browser.waitForRefresh();
    expect([browser.page.path, browser.page.heading]).toEqual(['/invite/receipt', "You're all set!"]);

    const passed = takeExchanges();
    const { email, phoneNumber, lastName } = answers.step1 as Record<string, string>;
    await expectPrivate(passed, email!, phoneNumber!, lastName!, 'demo-invite-by-parent');
    const of = (end: string) => passed.filter(({ address }) => address.endsWith(end));
    for (const { headers } of [...of('/terms'), ...of('/marketing-opt-in')]) {
      expect(headers['x-invite-token']).toBe('demo-invite-by-parent');
      expect(headers).not.toHaveProperty('authorization');
    }
    expect(of('/marketing-opt-in')).toHaveLength(1);
    for (const { headers } of [...of('/9001'), ...of('/pricing'), ...of('/payment'), ...of('/credentials')])
      expect(headers.authorization).toBe('Bearer demo-invite-by-parent');
    expect(of('/payment')[0]!.headers['idempotency-key']).toBeDefined();
    expect(JSON.parse(of('/payment')[0]!.body)).toHaveProperty('segmentAnonymousId');
  });

  it('registers a professional', async () => {
    const answers = lawyerOfMinnesota();
    const browser = openBrowser();
    await walkProfessionalTo(browser, 'done', answers);
    expect(browser.page.heading).toBe('Welcome, Iris!');
    const passed = takeExchanges();
    const { email, phoneNumber, lastName } = answers.contact as Record<string, string>;
    await expectPrivate(passed, email!, phoneNumber!, lastName!);
    const validations = passed.filter(({ address }) => address.endsWith('/validator'));
    expect(validations).toHaveLength(3);
    for (const { headers } of validations) {
      expect(headers).toMatchObject({ 'x-activity': 'START', 'accept-language': 'en' });
      expect(headers['x-anonymous-id']).toMatch(/^[\w-]{22}$/);
    }
    const [created] = passed.filter(({ address }) => address === '/v2/professional/users');
    expect(created!.headers['idempotency-key']).toBeDefined();
  });

  it('stores only its own data in each process', async () => {
    const accounts = (dataDir: string) =>
      withStore(dataDir, (db) => db.prepare('select id from backend_accounts').all());
    const sessions = (dataDir: string) => withStore(dataDir, (db) => db.prepare('select id from sessions').all());
    expect(accounts(frontEnd.dataDir)).toEqual([]);
    expect(sessions(backend.dataDir)).toEqual([]);
    expect(accounts(backend.dataDir).length).toBeGreaterThan(2);
    expect(sessions(frontEnd.dataDir).length).toBeGreaterThan(1);
    expect(readdirSync(frontEnd.dataDir).filter((name) => name.startsWith('sandbox'))).toEqual([]);
    expect(existsSync(join(backend.dataDir, 'sandbox.db'))).toBe(true);
    expect((await fetch(`${frontEnd.url}/app/join/demo`)).status).toBe(404);
  });

  it('returns only JSON from the backend, logs the front end’s request id, and rejects forms', async () => {
    const ask = (path: string, init?: RequestInit) => fetch(`${backend.url}${path}`, init);
    expect(await (await ask('/healthz')).json()).toEqual({ alive: true });
    const room = { megabytes: expect.any(Number) as number, isLow: false };
    expect(await (await ask('/readyz')).json()).toEqual({ ready: true, failing: [], room });
    // The disk of a backend's store fills, too.
    expect(await backend.readMetrics()).toMatch(/^joinery_store_room_bytes \d+/m);
    const missing = await ask('/v2/nothing', { headers: { 'x-request-id': 'from-the-front' } });
    expect([missing.status, await missing.json()]).toEqual([404, { status: 404, message: 'Unknown call' }]);
    await backend.findLogLine(({ calledBy }) => calledBy === 'from-the-front');
    const form = await ask('/v2/sessions', { method: 'POST', body: new URLSearchParams({ username: 'ann' }) });
    expect(form.status).toBe(415);
    const json = (body: string) =>
      ask('/v2/sessions', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    expect(await (await json('{"username":"ann.lee"}')).json()).toEqual({
      status: 400,
      message: 'Input validation failed: body.password, body.submit, body._eventId',
    });
    expect((await json('{"username":')).status).toBe(400);
    expect((await json(JSON.stringify({ username: 'x'.repeat(300_000) }))).status).toBe(413);
  });
});

describe('a backend that becomes unreachable', () => {
  const readiness = async () => {
    const answer = await fetch(`${frontEnd.url}/readyz`);
    const { ready, failing } = (await answer.json()) as { ready: boolean; failing: string[] };
    return [answer.status, { ready, failing }];
  };

  it('is named by /readyz, while the process stays alive and forms keep typed values', async () => {
    const browser = openBrowser();
    await browser.open('/step1');
    const typed = parentOfMinnesota().step1;
    browser.fill(typed);
    expect(await readiness()).toEqual([200, { ready: true, failing: [] }]);

    expect(errorsOf(frontEnd)).toEqual([]);
    proxy.close();
    await expect.poll(readiness, { timeout: 10_000 }).toEqual([200, { ready: true, failing: ['backend'] }]);
    expect((await fetch(`${frontEnd.url}/healthz`)).status).toBe(200);
    const page = await browser.press('Continue');
    expect([page.path, page.status]).toEqual(['/step1', 502]);
    expect(page.errors.join(' ')).toMatch(/unexpected error/i);
    expect(page.values).toMatchObject(typed);
  });
});
