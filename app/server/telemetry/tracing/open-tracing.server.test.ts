import { pino } from 'pino';
import { expect, test } from 'vitest';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { serveSite } from '~tests/servers/site';
import { serveApp } from '~tests/servers/serve-app';
import { startTraceCollector } from '~tests/servers/trace-collector';
import { submitStep, walkTo } from '~tests/walks/walk-parent';
import { openTracing } from './open-tracing.server';

const SILENT = pino({ level: 'silent' });
const OPTIONS = { serviceName: 'joinery-under-test', version: '1.2.3', log: SILENT };

test('records a span for each request by its route and for each call, without personal data', async () => {
  const collector = await startTraceCollector();
  const tracing = await openTracing({ ...OPTIONS, endpoint: collector.endpoint });
  const { browser } = await serveSite({ startRequest: tracing.startRequest });
  const answers = parentOfMinnesota();
  await walkTo(browser, 'payment/review', answers);
  await submitStep(browser, 'payment/review', answers);
  await browser.open('/step1?token=canary-token&email=canary%40example.com');
  await browser.open('/canary-path@example.com');
  await tracing.close();

  const spans = collector.spans();
  expect(new Set(collector.paths)).toEqual(new Set(['POST /v1/traces']));
  const named = (name: string) => spans.filter((span) => span.name === name);
  const [post] = named('POST /app/join/step1');
  const [create] = named('registrations.create');
  expect(post).toMatchObject({ kind: 2, service: 'joinery-under-test' });
  expect(create).toMatchObject({ kind: 3, traceId: post?.traceId, parentSpanId: post?.spanId });
  const [pay] = named('registrations.pay');
  expect(named('authorise')).toMatchObject([{ kind: 3, traceId: pay?.traceId, parentSpanId: pay?.spanId }]);
  expect(named('GET other')).toHaveLength(1);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(spans.filter(({ kind }) => kind === 2).length);

  const sent = collector.bodies.join('\n');
  const { firstName, lastName, email } = answers.step1 as Record<string, string>;
  for (const canary of ['canary', firstName, lastName, email]) expect(sent).not.toContain(canary);
});

test('logs a failing collector once, and does not wait for it', async () => {
  const lines: { msg: string }[] = [];
  const log = pino(
    { level: 'warn' },
    { write: (line: string) => void lines.push(JSON.parse(line) as { msg: string }) },
  );
  const { endpoint, refuse } = await refusingCollector();
  const tracing = await openTracing({ ...OPTIONS, log, endpoint });
  for (let times = 0; times < 3; times++) {
    tracing.startRequest('GET /', undefined).end({ attributes: {}, isFailed: false });
  }
  await tracing.close();
  expect(refuse.count).toBeGreaterThan(0);
  expect(lines.map(({ msg }) => msg)).toEqual(['failed to send spans to the trace collector']);
});

test('creates span ids within the given trace if there is no collector', async () => {
  const { startRequest } = await openTracing({ ...OPTIONS, endpoint: undefined });
  const parent = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), isSampled: false };
  const span = startRequest('GET /', parent);
  expect(span.context).toMatchObject({ traceId: parent.traceId, isSampled: false });
  expect(span.context.spanId).not.toBe(parent.spanId);
  const call = span.startCall('registrations.create');
  expect(call.context.traceId).toBe(parent.traceId);
  expect(startRequest('GET /', undefined).context.traceId).not.toBe(startRequest('GET /', undefined).context.traceId);
});

/** Responds with 400, which is not retried. */
async function refusingCollector() {
  const refuse = { count: 0 };
  const { origin } = await serveApp((_req, res) => {
    refuse.count += 1;
    res.writeHead(400).end();
  });
  return { endpoint: origin, refuse };
}
