import express from 'express';
import { expect, it } from 'vitest';
import { createMetrics } from '~/server/telemetry/metrics.server';
import { serveApp } from '~tests/servers/serve-app';
import { cspReportsRouter } from './csp-reports.server';

async function serve() {
  const metrics = createMetrics();
  const lines: object[] = [];
  const app = express();
  const refusals: string[] = [];
  const log = { warn: (line: object) => void lines.push(line) };
  app.use(cspReportsRouter({ metrics, log, reportRefusal: (_log, reason) => void refusals.push(reason) }));
  app.use((_req, res) => void res.status(404).end());
  const { origin } = await serveApp(app);
  return {
    lines,
    refusals,
    post: (body: string, type = 'application/csp-report', headers = {}) =>
      fetch(`${origin}/app/join/csp-reports`, { method: 'POST', body, headers: { 'content-type': type, ...headers } }),
    get: () => fetch(`${origin}/app/join/csp-reports`),
    async counted(): Promise<Record<string, number>> {
      const { values } = (await metrics.registry.getSingleMetric('joinery_csp_reports_total')!.get()) as {
        values: { value: number; labels: Partial<Record<'directive' | 'outcome', string>> }[];
      };
      return Object.fromEntries(values.map(({ labels, value }) => [`${labels.directive} ${labels.outcome}`, value]));
    },
  };
}

const report = (blocked: string) =>
  JSON.stringify({
    'csp-report': {
      'document-uri': 'https://join.example.com/app/join/invite?token=secret',
      'effective-directive': 'script-src-elem',
      'blocked-uri': blocked,
      'script-sample': 'alert(document.cookie)',
    },
  });

it('counts each report, and logs each kind once, without the page or the blocked code', async () => {
  const { post, lines, counted } = await serve();
  for (let times = 0; times < 3; times += 1) {
    const { status, headers } = await post(report('https://evil.example/x.js?ann'));
    expect([status, headers.get('set-cookie'), headers.get('cache-control')]).toEqual([204, null, 'no-store']);
  }
  expect((await post(report('chrome-extension://abc/x.js'))).status).toBe(204);
  expect(lines).toEqual([{ directive: 'script-src-elem', blocked: 'evil.example' }]);
  expect(await counted()).toEqual({ 'script-src-elem reported': 3, 'script-src-elem extension': 1 });
});

it('parses Chrome’s reports', async () => {
  const { post, lines } = await serve();
  const body = { effectiveDirective: 'img-src', blockedURL: 'https://pixel.example/a' };
  const sent = [{ type: 'csp-violation', url: 'https://join.example.com/', user_agent: 'Chrome', body }];
  expect((await post(JSON.stringify(sent), 'application/reports+json')).status).toBe(204);
  expect(lines).toEqual([{ directive: 'img-src', blocked: 'pixel.example' }]);
});

it('rejects a body that is too large or not a report', async () => {
  const { post, get, counted, lines, refusals } = await serve();
  expect((await post(report('eval'), 'text/plain')).status).toBe(415);
  expect((await post(report('eval'), 'application/csp-report', { 'content-encoding': 'gzip' })).status).toBe(415);
  expect((await post('{}')).status).toBe(400);
  expect((await post(report('a'.repeat(17_000)))).status).toBe(413);
  expect((await get()).status).toBe(404);
  expect(lines).toEqual([]);
  expect(await counted()).toEqual({ 'none unreadable': 3, 'none too-large': 1 });
  const unreadable = 'csp_report_unreadable';
  expect(refusals).toEqual([unreadable, unreadable, unreadable, 'csp_report_too_large']);
});

it('limits reports per network and minute, with Retry-After', async () => {
  const { post, counted } = await serve();
  const answers = await Promise.all(Array.from({ length: 70 }, () => post(report('eval'))));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(10);
  expect(refused[0]!.headers.get('retry-after')).toBe('60');
  expect(await counted()).toEqual({ 'script-src-elem reported': 60, 'none limited': 10 });
});

it('logs at most two hundred different kinds an hour', async () => {
  const { post, lines, counted } = await serve();
  for (let message = 0; message < 15; message += 1) {
    const kinds = Array.from({ length: 20 }, (_, at) => ({
      type: 'csp-violation',
      body: { effectiveDirective: 'img-src', blockedURL: `https://h${message * 20 + at}.example/` },
    }));
    await post(JSON.stringify(kinds), 'application/reports+json');
  }
  expect(lines).toHaveLength(200);
  expect(await counted()).toEqual({ 'img-src reported': 300 });
});
