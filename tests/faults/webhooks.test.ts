import { afterEach, describe, expect, it } from 'vitest';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { FAKE_KEYS } from '~tests/fakes/braintree';
import { sampleWebhook } from '~tests/fakes/braintree-webhooks';
import { startBraintreeServer } from '~tests/servers/braintree-server';
import { sendRequest } from '~tests/servers/raw-request';
import type { RunningServer } from '~tests/servers/server-under-test';
import { serveSite } from '~tests/servers/site';
import { useBraintreeServer } from '~tests/servers/use-braintree-server';
import { walkTo } from '~tests/walks/walk-parent';

/** Tests Braintree's notices to the built server, signed and read by the real SDK. */
const PATH = '/app/join/webhooks/braintree';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const server = useBraintreeServer();
const others: RunningServer[] = [];
afterEach(() => Promise.all(others.splice(0).map((other) => other.stop())));

const post = (form: URLSearchParams | string, headers: Record<string, string> = FORM, url = server.running.url) =>
  sendRequest(url, 'POST', PATH, headers, form.toString());
const ask = (query: string, url = server.running.url) => sendRequest(url, 'GET', PATH + query);
async function count(labels: string): Promise<number> {
  const line = new RegExp(`^joinery_webhooks_total\\{${labels}\\} (\\d+)$`, 'm').exec(
    await server.running.readMetrics(),
  );
  return Number(line?.[1] ?? 0);
}

/** Pays as a visitor does. @returns the transaction at the gateway */
async function pay() {
  await walkTo(server.openBrowser(), 'receipt', parentOfMinnesota());
  return server.fake.books.transactions.at(-1)!;
}

describe('a notice', () => {
  it('needs no cookie and sets none, and notifies an operator of a declined settlement', async () => {
    const transaction = await pay();
    Object.assign(transaction, { status: 'settlement_declined', settlementCode: '4001' });
    const form = sampleWebhook('transaction_settlement_declined', transaction.id);
    const answer = await post(form, { ...FORM, origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' });
    expect([answer.status, answer.text, answer.headers['set-cookie']]).toEqual([200, '', undefined]);
    expect(answer.headers['cache-control']).toBe('no-store');
    const line = await server.running.findLogLine(({ event }) => event === 'settlement-needs-operator');
    const { orderId } = transaction;
    expect(line).toMatchObject({ level: 50, msg: 'payment needs an operator', orderId, reason: 'declined' });
    expect(await server.running.readMetrics()).toContain('joinery_settlements_waiting{state="declined"} 1');
    expect(await count('kind="settlement-declined",outcome="changed"')).toBe(1);
    expect((await post(form)).status).toBe(200);
    expect(await count('kind="settlement-declined",outcome="replayed"')).toBe(1);
  });

  it('is rejected if forged, without details or a call to Braintree, and counted', async () => {
    const own = sampleWebhook('transaction_settled', 'one');
    const forged = [
      sampleWebhook('transaction_settled', 'one', { ...FAKE_KEYS, privateKey: 'another' }),
      new URLSearchParams({ ...Object.fromEntries(own), bt_payload: btoa('<notification/>') }),
      new URLSearchParams({ bt_payload: own.get('bt_payload')! }),
      new URLSearchParams(),
    ];
    const asked = server.fake.requests.length;
    for (const form of forged) {
      const { status, text } = await post(form);
      expect([status, text]).toEqual([403, '']);
    }
    expect(server.fake.requests).toHaveLength(asked);
    expect(await count('kind="none",outcome="forged"')).toBe(forged.length);
  });

  it.each<[string, string, Record<string, string>, number]>([
    ['larger than 64 KiB', `bt_payload=${'a'.repeat(64 * 1024)}`, FORM, 413],
    ['of another type', '{"bt_payload":""}', { 'content-type': 'application/json' }, 415],
    ['compressed', 'bt_payload=', { ...FORM, 'content-encoding': 'gzip' }, 415],
    ['without a type', 'bt_payload=', {}, 415],
  ])('is rejected if %s', async (_what, body, headers, status) => {
    expect((await post(body, headers)).status).toBe(status);
  });

  it('is answered with 503 if its payment cannot be looked up now, so Braintree sends it again', async () => {
    const transaction = await pay();
    transaction.status = 'settled';
    const form = sampleWebhook('transaction_settled', transaction.id);
    server.fake.set({ accident: 'server-error', path: /transactions/ });
    const { status, headers } = await post(form);
    expect([status, headers['retry-after']]).toEqual([503, '60']);
    server.fake.set();
    expect((await post(form)).status).toBe(200);
  });

  it('is accepted and counted if it is unrelated to payments', async () => {
    expect((await post(sampleWebhook('subscription_canceled', 'one'))).status).toBe(200);
    expect(await count('kind="other",outcome="ignored"')).toBe(1);
  });
});

describe('the webhook URL', () => {
  it('responds to the verification challenge', async () => {
    const { status, text, headers } = await ask('?bt_challenge=20f9f8ed05f77439fe955c977e4c8a53');
    expect([status, text]).toEqual([200, expect.stringMatching(/^public\|[a-f0-9]{40}$/)]);
    expect(headers['content-type']).toContain('text/plain');
    for (const query of ['', '?bt_challenge=', '?bt_challenge=%3Cnotification%2F%3E'])
      expect((await ask(query)).status).toBe(404);
  });

  it('returns 404 on other paths, and if the provider is not Braintree', async () => {
    for (const path of ['/app/join/webhooks', '/app/join/webhooks/sandbox', '/app/join/webhooks/braintree/x'])
      expect((await sendRequest(server.running.url, 'POST', path, FORM, 'a=b')).status).toBe(404);
    const demo = await serveSite();
    expect((await post(sampleWebhook('check', 'one'), FORM, demo.origin)).status).toBe(404);
  });

  it('exists only on the backend if that runs separately, and requires no backend token', async () => {
    const [BACKEND_TOKEN, last] = ['a-token-for-tests-of-more-than-thirty-two-characters', 'the-token-before-it'];
    const env = { BACKEND_TOKEN: `${BACKEND_TOKEN},${last}` };
    const backend = await startBraintreeServer(server.fake, { serves: 'backend', env });
    others.push(backend);
    const front = await startBraintreeServer(server.fake, { env: { ...env, BACKEND_URL: backend.url } });
    others.push(front);
    const form = sampleWebhook('check', 'one');
    expect([(await post(form, FORM, front.url)).status, (await post(form, FORM, backend.url)).status]).toEqual([
      404, 200,
    ]);
    expect((await sendRequest(backend.url, 'GET', '/package?ids=2021')).status).toBe(401);
    for (const token of [BACKEND_TOKEN, last]) {
      const answer = await fetch(`${backend.url}/v2/lookups/titles`, { headers: { 'x-front-end-token': token! } });
      expect(answer.status).toBe(200);
    }
    expect(await (await fetch(`${front.url}/readyz`)).json()).toMatchObject({ failing: [] });
  });

  it.each([['site'], ['backend', 'backend']] as const)(
    'accepts at most 300 notices a minute from one network behind the proxy of the %s',
    async (_which, serves?) => {
      const busy = await startBraintreeServer(server.fake, { serves, env: { TRUST_PROXY: '1' } });
      others.push(busy);
      const from = (address: string) => post('', { ...FORM, 'x-forwarded-for': address }, busy.url);
      const statuses: number[] = [];
      for (let batch = 0; batch < 31; batch += 1) {
        const answers = await Promise.all(Array.from({ length: 10 }, () => from('203.0.113.9')));
        statuses.push(...answers.map(({ status }) => status));
      }
      expect(statuses.filter((status) => status === 403)).toHaveLength(300);
      expect(statuses.filter((status) => status === 429)).toHaveLength(10);
      expect((await from('198.51.100.7')).status).toBe(403);
    },
  );
});
