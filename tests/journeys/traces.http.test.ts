import { rmSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { makeDataDir, startServer, type ServerOptions } from '~tests/servers/server-under-test';
import { withStore } from '~tests/servers/store-file';
import { startTraceCollector } from '~tests/servers/trace-collector';
import { submitStep } from '~tests/walks/walk-parent';

const TRACE = '0af7651916cd43dd8448eb211c80319c';

async function startForThisTest(options: ServerOptions) {
  const server = await startServer(options);
  onTestFinished(async () => {
    expect(await server.stop()).toBe(0);
  });
  return server;
}

it('continues a proxy’s trace in front end and backend, in spans and in both logs', async () => {
  const { endpoint, spans } = await startTraceCollector();
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_BSP_SCHEDULE_DELAY: '100' };
  const backend = await startForThisTest({ serves: 'backend', env: { ...traced, OTEL_SERVICE_NAME: 'backend' } });
  const frontEnd = await startForThisTest({
    env: {
      ...traced,
      DEMO: 'off',
      BACKEND_URL: backend.url,
      ALLOW_SANDBOX: 'on',
      PAYMENT_PROVIDER: 'sandbox',
      TRUST_PROXY: 'loopback',
    },
  });
  const browser = new PlainBrowser(frontEnd.url);
  await browser.open('/step1');
  browser.fill(parentOfMinnesota().step1);
  await submitStep(browser, 'step1', parentOfMinnesota());
  const answer = await browser.send('GET', browser.urlOf('/step3'), undefined, {
    'x-request-id': 'of-the-proxy',
    traceparent: `00-${TRACE}-b7ad6b7169203331-01`,
  });
  expect(answer.headers.get('x-request-id')).toBe('of-the-proxy');
  expect(await frontEnd.findLogLine(({ trace_id }) => trace_id === TRACE)).toMatchObject({ requestId: 'of-the-proxy' });

  await expect.poll(() => spans().filter(({ name }) => name === 'registrations.create')).toHaveLength(1);
  const create = spans().find(({ name }) => name === 'registrations.create');
  await expect
    .poll(() => spans().filter(({ service, parentSpanId }) => service === 'backend' && parentSpanId === create?.spanId))
    .toMatchObject([{ name: 'POST call', traceId: create?.traceId }]);
  await backend.findLogLine(({ trace_id, calledBy }) => trace_id === create?.traceId && calledBy !== undefined);
  const metrics = await frontEnd.readMetrics();
  for (const series of [
    'joinery_backend_circuit_open 0',
    'joinery_backend_calls{state="waiting"} 0',
    'joinery_http_requests_total{method="POST",route="/app/join/payment/review",status="500"} 0',
    'joinery_step_posts_total{journey="invited",step="credentials",outcome="failed",script="ran"} 0',
    'joinery_limit_refusals_total{limit="signUp"} 0',
  ])
    expect(metrics).toContain(series);
  expect(metrics).toMatch(/^joinery_build_info\{version="[^"]+",commit="[^"]+",node="[\d.]+"\} 1$/m);
});

it('names source files in logged stacks', async () => {
  const dataDir = makeDataDir();
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const server = await startForThisTest({ dataDir });
  const browser = new PlainBrowser(server.url);
  await browser.open('/step1');
  withStore(server.dataDir, (database) => database.exec('alter table sessions rename to elsewhere'));
  browser.fill(parentOfMinnesota().step1);
  expect((await browser.press('Continue')).status).toBe(500);
  const line = await server.findLogLine(({ err }) => err !== undefined);
  expect((line.err as { stack: string }).stack).toMatch(/app\/server\/session\/\S+\.ts:\d+/);
  expect(await server.readMetrics()).toContain('joinery_payment_transitions_total{state="declined"} 0');
});
