import express from 'express';
import { expect, test } from 'vitest';
import { serveApp } from '~tests/servers/serve-app';
import { timeCall } from './instrument-calls';
import { createLog, requestLog } from './log.server';
import { findCurrentRequest } from './current-request.server';
import { traceRequests } from './request-trace.server';
import { startUnrecorded } from './tracing/span';
import { formatTraceparent } from './tracing/trace-context';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const TRACEPARENT = `00-${TRACE}-b7ad6b7169203331-00`;
const UUID = /^[\da-f]{8}-[\da-f]{4}-4/;

/** Serves an app that responds with the ids it would forward to a backend. */
async function serveTraced(trustProxy: string | false) {
  const lines: Record<string, unknown>[] = [];
  const log = createLog(
    { logLevel: 'info' },
    { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const app = express();
  app.set('trust proxy', trustProxy);
  app.use(traceRequests({ startRequest: startUnrecorded, routeOf: () => '/', except: '/webhooks' }));
  app.use(requestLog(log));
  app.use((req, res, next) => {
    log.info('by the process');
    req.log.info('by the request');
    const forward = () => {
      const { id, span } = findCurrentRequest()!;
      return Promise.resolve({ id, traceparent: formatTraceparent(span.context) });
    };
    timeCall(() => undefined, 'call', forward).then((forwarded) => res.json(forwarded), next);
  });
  const { origin } = await serveApp(app);
  return async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(origin + path, { headers });
    const forwarded = (await answer.json()) as { id: string; traceparent: string };
    return {
      id: answer.headers.get('x-request-id'),
      traceparent: answer.headers.get('traceparent') ?? '',
      forwarded,
      lines: lines.splice(0),
    };
  };
}

test('accepts id and trace from a trusted proxy, and returns, logs and forwards them', async () => {
  const send = await serveTraced('loopback');
  const { id, traceparent, forwarded, lines } = await send('/', {
    'X-Request-Id': 'from-the-proxy_7',
    traceparent: TRACEPARENT,
  });
  expect(id).toBe('from-the-proxy_7');
  expect(traceparent).toMatch(new RegExp(`^00-${TRACE}-[\\da-f]{16}-00$`));
  expect(forwarded.id).toBe(id);
  expect(forwarded.traceparent).toMatch(new RegExp(`^00-${TRACE}-[\\da-f]{16}-00$`));
  const spans = [TRACEPARENT, traceparent, forwarded.traceparent].map((header) => header.split('-')[2]);
  expect(new Set(spans).size).toBe(3);
  expect(lines.map(({ msg }) => msg)).toEqual(['by the process', 'by the request', 'request completed']);
  for (const line of lines) expect(line).toMatchObject({ requestId: id, trace_id: TRACE });
});

test('writes each id once per line', async () => {
  let written = '';
  const log = createLog({ logLevel: 'info' }, { write: (line) => void (written += line) });
  const app = express();
  app.use(traceRequests({ startRequest: startUnrecorded, routeOf: () => '/', except: '/webhooks' }));
  app.use(requestLog(log));
  app.use((req, res) => {
    req.log.info('said');
    log.info('said');
    res.end();
  });
  const { origin } = await serveApp(app);
  await fetch(origin);
  await expect.poll(() => written.split('\n').length).toBe(4);
  for (const line of written.trim().split('\n'))
    expect([line.split('"requestId"').length, line.split('"trace_id"').length]).toEqual([2, 2]);
});

test.each(['two words', 'a'.repeat(65), '', 'mine"', 'one, two'])(
  'rejects the request id %s even from a trusted proxy',
  async (id) => {
    const send = await serveTraced('loopback');
    expect((await send('/', { 'X-Request-Id': id })).id).toMatch(UUID);
  },
);

test('ignores the request id of other clients, and accepts their trace without its sampling flag', async () => {
  const send = await serveTraced(false);
  const { id, traceparent, forwarded } = await send('/', { 'X-Request-Id': 'mine', traceparent: TRACEPARENT });
  expect(id).toMatch(UUID);
  expect(forwarded.id).toBe(id);
  expect(traceparent).toMatch(new RegExp(`^00-${TRACE}-[\\da-f]{16}-01$`));
});

test('begins a new trace for a malformed traceparent, and for each request without one', async () => {
  const send = await serveTraced('loopback');
  const first = await send('/', { traceparent: '00-mine-mine-00' });
  const second = await send('/');
  expect(first.traceparent).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/);
  expect(first.traceparent.split('-')[1]).not.toBe(second.traceparent.split('-')[1]);
});

test("ignores request id and trace of a payment provider's webhook", async () => {
  const send = await serveTraced('loopback');
  const { id, traceparent } = await send('/webhooks/braintree', { 'X-Request-Id': 'theirs', traceparent: TRACEPARENT });
  expect(id).toMatch(UUID);
  expect(traceparent).not.toContain(TRACE);
});
