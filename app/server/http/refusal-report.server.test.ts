import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { en } from '~/i18n/resources';
import { sendRequest } from '~tests/servers/raw-request';
import { parseLog } from '~tests/servers/server-under-test';
import { serveSite } from '~tests/servers/site';
import { REFUSAL_REASONS } from '~/server/request/refused-request';
import { CSP_REPORT_REFUSALS } from './csp-reports.server';
import { WEBHOOK_REFUSALS } from './webhooks.server';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

it('logs and counts the reason of each refused request', async () => {
  const { origin, openBrowser, log, metrics } = await serveSite({
    env: { ALLOWED_HOSTS: '127.0.0.1', RATE_LIMIT: 'on' },
  });
  const post = (headers: Record<string, string>, body = 'firstName=Ann', path = '/step1') =>
    sendRequest(origin, 'POST', `/app/join${path}`, { ...FORM, ...headers }, body);
  const { headers } = await sendRequest(origin, 'GET', '/app/join/step1');
  const cookie = [headers['set-cookie'] ?? []].flat().map((each) => each.split(';', 1)[0]);
  const answers = [
    [403, 'origin_mismatch', await post({ origin: 'https://evil.example' })],
    [421, 'host_not_allowed', await sendRequest(origin, 'GET', '/app/join/step1', { host: 'evil.example' })],
    [403, 'form_token_invalid', await post({ cookie: cookie.join('; ') })],
    [403, 'cookies_blocked', await post({})],
    [413, 'body_too_large', await post({}, `a=${'x'.repeat(70_000)}`)],
    [415, 'body_type', await post({ 'content-type': 'application/json' }, '{}')],
    [415, 'csp_report_unreadable', await post({}, 'a=b', '/csp-reports')],
    [405, 'method_not_allowed', await sendRequest(origin, 'PUT', '/app/join/step1')],
  ] as const;
  const browser = openBrowser();
  for (let times = 0; times <= 10; times += 1) {
    await browser.open('/step1');
    browser.fill({ email: `ann.${times}@example.com`, firstName: 'Ann', lastName: 'Lee', phoneNumber: '6125550100' });
    await browser.press('Continue');
  }
  expect(browser.page.status).toBe(429);

  const lines = parseLog(log()).filter(({ msg }) => msg === 'request refused');
  const counted = await metrics.registry.metrics();
  for (const [status, reason, answer] of answers) {
    expect([answer.status, reason]).toEqual([status, reason]);
    const requestId = answer.headers['x-request-id'];
    expect(lines).toContainEqual(expect.objectContaining({ level: 40, reason, status, requestId }));
    expect(counted).toContain(`joinery_refusals_total{reason="${reason}"} 1\n`);
  }
  expect(lines.filter(({ reason }) => reason === 'too_many_requests')).toMatchObject([{ limit: 'emailCheck' }]);
  expect(lines).toHaveLength(answers.length + 1);
  expect(counted).toContain('joinery_refusals_total{reason="busy"} 0');
});

it('has a text for each refusal that the general page explains, and no other', () => {
  const { back: _back, ...texts } = en.common.refused;
  // These return the posted form in a page.
  const own = ['page-mark', 'other-sign-up', 'sign-up-begun'];
  const explained = Object.keys(REFUSAL_REASONS).filter((code) => !own.includes(code));
  expect(Object.keys(texts).sort()).toEqual([...explained, 'too-many-requests'].sort());
});

it('lists each refusal reason in the runbook', () => {
  const runbook = readFileSync('docs/runbooks.md', 'utf8');
  const reasons = [...Object.values(REFUSAL_REASONS), ...WEBHOOK_REFUSALS, ...CSP_REPORT_REFUSALS, 'too_many_requests'];
  const rows = [...runbook.matchAll(/^\| \d{3}[^|]*\|([^|]*)\|/gm)].map(([, names]) => names!).join();
  expect(reasons.filter((reason) => !rows.includes(`\`${reason}\``))).toEqual([]);
});
