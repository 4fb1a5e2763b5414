import { createRouterClient, os } from '@orpc/server';
import express from 'express';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ServerBuild } from '@remix-run/node';
import { serveApp } from '~tests/servers/serve-app';
import { createMetricsHandler } from '~/server/process/metrics-endpoint.server';
import { createMetrics, type CallOutcome } from './metrics.server';
import { requestMetrics, routeFinder, routePatterns } from '~/server/http/request-metrics.server';
import { reportCalls, timeCall } from './instrument-calls';

const routes = {
  root: { id: 'root', path: '' },
  'routes/step1': { id: 'routes/step1', parentId: 'root', path: 'step1' },
  'routes/payment._index': { id: 'routes/payment._index', parentId: 'root', path: 'payment', index: true },
  'routes/return': { id: 'routes/return', parentId: 'root', path: 'payment/:wallet/return' },
  'routes/$': { id: 'routes/$', parentId: 'root', path: '*' },
} as unknown as ServerBuild['routes'];

test.each([
  ['/app/join/step1', '/app/join/step1'],
  ['/app/join/step1/', '/app/join/step1'],
  ['/app/join/payment', '/app/join/payment'],
  ['/app/join/payment/paypal/return', '/app/join/payment/:wallet/return'],
  ['/app/join/assets/entry-ab12.js', '/app/join/assets/*'],
  ['/healthz', '/healthz'],
  ['/', '/'],
  ['/app/join/ann@example.com', 'other'],
  ['/wp-login.php', 'other'],
  ['/app/join/%ff', 'other'],
])('labels the path %s as %s', (path, label) => {
  expect(routeFinder(routePatterns(routes, ['/', '/healthz']))(path)).toBe(label);
});

test('counts requests by pattern, method and status, without visitors’ input in labels', async () => {
  const metrics = createMetrics();
  const app = express();
  app.use(requestMetrics(metrics, routeFinder(routePatterns(routes, []))));
  app.use((_req, res) => void res.sendStatus(204));
  const { origin } = await serveApp(app);
  for (const path of ['/app/join/step1?email=ann@example.com', '/app/join/step1', '/ann@example.com'])
    await fetch(origin + path);
  await fetch(`${origin}/app/join/step1`, { method: 'PROPFIND' });
  const read = () => metrics.registry.metrics();
  await expect
    .poll(read)
    .toContain('joinery_http_requests_total{method="other",route="/app/join/step1",status="204"} 1');
  const text = await read();
  expect(text).toContain('joinery_http_requests_total{method="GET",route="/app/join/step1",status="204"} 2');
  expect(text).toContain('joinery_http_requests_total{method="GET",route="other",status="204"} 1');
  expect(text).toContain('joinery_http_request_duration_seconds_count{method="GET",route="/app/join/step1"} 2');
  expect(text).not.toMatch(/ann|PROPFIND/);
});

test('counts a client that disconnects before the response as aborted', async () => {
  const metrics = createMetrics();
  const app = express();
  app.use(requestMetrics(metrics, routeFinder(routePatterns(routes, []))));
  const disconnect = new AbortController();
  app.use(() => disconnect.abort());
  const { origin } = await serveApp(app);
  await expect(fetch(`${origin}/app/join/step1`, { signal: disconnect.signal })).rejects.toThrow();
  await expect.poll(() => metrics.registry.metrics()).toContain('status="aborted"} 1');
});

test('reports a call after it ends, without changing its behaviour', async () => {
  const reported: [string, CallOutcome][] = [];
  const failure = new Error('down');
  const timed = <Answer>(name: string, call: () => Promise<Answer>) =>
    timeCall(
      (call, outcome, seconds) => {
        expect(seconds).toBeGreaterThanOrEqual(0);
        reported.push([call, outcome]);
      },
      name,
      call,
    );
  expect(await timed('charge', () => Promise.resolve({ outcome: 'approved', by: 7 }))).toEqual({
    outcome: 'approved',
    by: 7,
  });
  await timed('charge', () => Promise.resolve({ outcome: 'declined' }));
  await timed('charge', () => Promise.resolve({ outcome: 'unknown' }));
  expect(await timed('list', () => Promise.resolve([7]))).toEqual([7]);
  await expect(timed('fails', () => Promise.reject(failure))).rejects.toBe(failure);
  expect(reported).toEqual([
    ['charge', 'ok'],
    ['charge', 'refused'],
    ['charge', 'unknown'],
    ['list', 'ok'],
    ['fails', 'failed'],
  ]);
});

test('names client calls with their group, and counts a defined error as refused', async () => {
  const reported: string[] = [];
  const fails = os.errors({ CONFLICT: {} }).handler(({ errors }) => {
    throw errors.CONFLICT();
  });
  const client = createRouterClient(
    { parents: { get: os.handler(() => 1), update: fails }, down: os.handler(() => Promise.reject(new Error('down'))) },
    { interceptors: [reportCalls((call, outcome) => void reported.push(`${call} ${outcome}`))] },
  );
  expect(await client.parents.get()).toBe(1);
  await expect(client.parents.update()).rejects.toMatchObject({ code: 'CONFLICT', defined: true });
  await expect(client.down()).rejects.toThrow('down');
  expect(reported).toEqual(['parents.get ok', 'parents.update refused', 'down failed']);
});

test('reads the backlog again after ten seconds, even if the clock is set back', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const metrics = createMetrics();
  let reads = 0;
  metrics.watchBacklog(() => {
    reads += 1;
    return Promise.reject(new Error('no store'));
  });
  await metrics.registry.metrics();
  vi.setSystemTime(Date.now() - 3_600_000);
  await metrics.registry.metrics();
  expect(reads).toBe(1);
  vi.advanceTimersByTime(11_000);
  await metrics.registry.metrics();
  expect(reads).toBe(2);
});

test('serves only /metrics, with the store’s backlog, even while the store is down', async () => {
  const metrics = createMetrics();
  let reads = 0;
  metrics.watchBacklog(() => {
    reads += 1;
    return Promise.resolve({
      payments: { 'needs-operator': 2 },
      oldestPayments: { 'needs-operator': 60 },
      mails: { waiting: 3, 'given-up': 0 },
      oldestMail: 90,
      settlements: { disputed: 1 },
      reconciliation: { differences: { 'no-order': 4 }, finishedAt: 1_772_000_000 },
    });
  });
  const down = createMetrics();
  down.watchBacklog(() => Promise.reject(new Error('no store')));
  const request = async (of: typeof metrics, path: string, method = 'GET') => {
    const { origin } = await serveApp(createMetricsHandler(of, pino({ level: 'silent' })));
    const answer = await fetch(origin + path, { method });
    return { status: answer.status, text: await answer.text() };
  };
  const { status, text } = await request(metrics, '/metrics');
  expect(status).toBe(200);
  expect(text).toContain('joinery_payments_open{state="needs-operator"} 2');
  expect(text).toContain('joinery_payments_oldest_seconds{state="needs-operator"} 60');
  expect(text).toContain('joinery_mails{state="waiting"} 3');
  expect(text).toContain('joinery_mails_oldest_seconds 90');
  expect(text).toContain('joinery_settlements_waiting{state="disputed"} 1');
  expect(text).toContain('joinery_reconciliation_differences{kind="no-order"} 4');
  expect(text).toContain('joinery_reconciliation_finished_timestamp_seconds 1772000000');
  expect(reads).toBe(1);
  const without = await request(down, '/metrics');
  expect([without.status, without.text.includes('joinery_payments_open{')]).toEqual([200, false]);
  expect(without.text).not.toMatch(/^joinery_reconciliation/m);
  expect((await request(metrics, '/')).status).toBe(404);
  expect((await request(metrics, '/metrics', 'POST')).status).toBe(405);
});
