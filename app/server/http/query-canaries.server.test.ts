import { request } from 'node:http';
import { expect, test } from 'vitest';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { sendRequest } from '~tests/servers/raw-request';
import { serveSite } from '~tests/servers/site';
import { walkTo } from '~tests/walks/walk-parent';

const QUERY =
  'token=hidden-token&userId=hidden-user&email=canary%40example.com&package=canary&redirectUrl=https%3A%2F%2Fcanary.example%2F' +
  '&ado=true&jek=canary.smith.1980&pv=canary';
const FORM = 'application/x-www-form-urlencoded';

type Sent = [method: string, path: string, headers?: Record<string, string>, body?: string];

/** Requests that are rejected or fail before and after the guards, with their status. */
const FAILING: [status: number, ...Sent][] = [
  [404, 'GET', '/app/join/nowhere'],
  [404, 'GET', '/elsewhere'],
  [404, 'GET', '/app/join/step1.data'],
  [404, 'GET', '/app/join/assets/gone.js'],
  [400, 'GET', '/app/join/%ff'],
  [400, 'GET', '//evil.example/app/join/step1'],
  [405, 'PUT', '/app/join/step1'],
  [421, 'GET', '/app/join/step1', { host: 'evil.example:99999' }],
  [403, 'POST', '/app/join/step1', { 'content-type': FORM, 'sec-fetch-site': 'cross-site' }, 'firstName=Ann'],
  [403, 'POST', '/app/join/step1', { 'content-type': FORM }, 'firstName=Ann'],
  [415, 'POST', '/app/join/step1', { 'content-type': 'application/json' }, '{}'],
  [413, 'POST', '/app/join/step1', { 'content-type': FORM }, `a=${'x'.repeat(70_000)}`],
  [400, 'POST', '/app/join/step1', { 'content-type': FORM }, '__proto__=1'],
  [404, 'POST', '/app/join/webhooks/other', { 'content-type': FORM }, 'a=b'],
];

/** Returns the visible text. Links back to the page may contain its query, but not the parts of a mailed link. */
function visibleText(html: string): string {
  expect(html).not.toMatch(/hidden-/);
  return html.replace(/<[^>]*>/g, ' ');
}

test('keeps query strings out of log lines, metrics and messages, but repeats them on Try again', async () => {
  let isBroken = false;
  const broken = () => Promise.reject(new Error('the backend is down'));
  const served = await serveSite({
    env: { LOG_LEVEL: 'trace', PUBLIC_URL: 'http://127.0.0.1', RATE_LIMIT: 'on' },
    trouble: (backend) => ({
      packages: {
        list: ((...given) => (isBroken ? broken() : backend.packages.list(...given))) as typeof backend.packages.list,
      },
      registrations: {
        update: ((...given) =>
          isBroken ? broken() : backend.registrations.update(...given)) as typeof backend.registrations.update,
      },
    }),
  });
  const { browser, origin, store, metrics } = served;
  const seen: string[] = [];

  for (const [status, method, path, headers, body] of FAILING) {
    const answer = await sendRequest(origin, method, `${path}?${QUERY}`, headers, body);
    expect([method, path, answer.status]).toEqual([method, path, status]);
    seen.push(visibleText(answer.text));
  }
  const encoded = await sendRequest(origin, 'GET', `/app/join/invite%3F${QUERY}`);
  expect([encoded.status, encoded.headers.location]).toEqual([308, `/app/join/invite?${QUERY}`]);
  expect((await sendRequest(origin, 'GET', `/elsewhere%3f${QUERY}`)).status).toBe(404);
  for (const path of ['/invite', '/credentials', '/signed-up', '/step3', '/payment/review', '/signup'])
    seen.push(visibleText((await browser.open(`${path}?${QUERY}`)).html));
  browser.jar.list().forEach(({ key }) => browser.jar.forget(key));

  await walkTo(browser, 'step3', parentOfMinnesota());
  isBroken = true;
  const get = await browser.open(`/step3?${QUERY}`);
  const post = await browser.post(`/step1?${QUERY}`, parentOfMinnesota().step1 as Record<string, string>);
  expect([get.status, post.status]).toEqual([500, 502]);
  await disconnect(browser.urlOf(`/step1?${QUERY}`));
  await store.db.schema.alterTable('sessions').renameTo('elsewhere').execute();
  const lost = await browser.open(`/step2?${QUERY}`);
  const followed = await browser.open(`/invite?${QUERY}`);
  expect([lost.status, followed.status]).toEqual([500, 500]);
  for (const page of [get, post, lost, followed]) expect(page.headers.get('referrer-policy')).toBe('strict-origin');
  for (const page of [get, lost, followed]) expect(new URL(page.link('Try again'), page.url).search).toBe(`?${QUERY}`);
  seen.push(...[get, post, lost, followed].map(({ html }) => visibleText(html)));

  const log = served.log();
  expect(log.split('\n').length).toBeGreaterThan(FAILING.length);
  expect(log).toContain('the backend is down');
  expect(log).toContain('discount link lacks a percentage');
  const text = await metrics.registry.metrics();
  for (const said of [log, text, ...seen]) expect(said).not.toMatch(/canary|hidden-/i);
});

/** Disconnects as soon as the request is sent. */
function disconnect(url: URL): Promise<void> {
  return new Promise((resolve) => {
    const sent = request(url, { agent: false });
    sent.on('error', () => undefined).on('close', resolve);
    sent.end(() => sent.destroy());
  });
}
