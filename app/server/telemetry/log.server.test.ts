import express from 'express';
import { expect, test } from 'vitest';
import { serveApp } from '~tests/servers/serve-app';
import { createLog, requestLog } from './log.server';

type Line = Record<string, unknown>;

function collect(logLevel: 'info' | 'debug' = 'info') {
  const lines: Line[] = [];
  const log = createLog({ logLevel }, { write: (line) => void lines.push(JSON.parse(line) as Line) });
  return { lines, log };
}

/** Requests a path of an app with a log. @returns the log lines */
async function linesOf(
  path: string,
  headers: Record<string, string> = {},
  logLevel: 'info' | 'debug' = 'info',
): Promise<Line[]> {
  const { lines, log } = collect(logLevel);
  const app = express();
  app.use(requestLog(log));
  app.get('/fails', (_req, res) => {
    res.err = Object.assign(new Error('no store'), { code: 'SQLITE_BUSY', values: ['secret value'] });
    res.sendStatus(500);
  });
  app.get('/fails-silently', (_req, res) => void res.sendStatus(500));
  app.get('/speaks', (req, res) => {
    req.log.info({ email: 'a@example.com', step: 2 }, 'about the request');
    res.send(String(req.id));
  });
  app.use((_req, res) => void res.sendStatus(200));
  const { origin } = await serveApp(app);
  await (await fetch(origin + path, { headers })).text();
  return lines;
}

test('logs a completed request as one line, without query, cookies, addresses and headers', async () => {
  const [line, ...others] = await linesOf('/app/join/invite?token=hush', { Cookie: 'join=hush', 'User-Agent': 'hush' });
  expect(others).toEqual([]);
  expect(line).toEqual({
    level: 30,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
    requestId: expect.stringMatching(/^[\da-f]{8}-/) as string,
    req: { method: 'GET', path: '/app/join/invite' },
    res: { status: 200 },
    durationMs: expect.any(Number) as number,
    msg: 'request completed',
  });
});

test('ignores a client’s request id, and creates one for each request', async () => {
  const sent = { 'X-Request-Id': 'mine', 'Request-Id': 'mine', traceparent: '00-mine-mine-00' };
  const [first] = await linesOf('/', sent);
  const [second] = await linesOf('/', sent);
  expect(JSON.stringify([first, second])).not.toContain('mine');
  expect(first?.requestId).not.toBe(second?.requestId);
});

test('adds the request id to every line about a request', async () => {
  const [line, completed] = await linesOf('/speaks');
  expect(line).toMatchObject({
    msg: 'about the request',
    step: 2,
    email: '[redacted]',
    requestId: completed?.requestId,
  });
});

test('logs the error of a failure without its attached values', async () => {
  const [line] = await linesOf('/fails');
  expect(line).toMatchObject({ level: 50, res: { status: 500 }, err: { message: 'no store', code: 'SQLITE_BUSY' } });
  expect(JSON.stringify(line)).not.toContain('secret value');
});

test('logs no error field for a 5xx without an error', async () => {
  const [line] = await linesOf('/fails-silently');
  expect(line).toMatchObject({ level: 50, res: { status: 500 } });
  expect(line).not.toHaveProperty('err');
});

test('logs probes only at debug level', async () => {
  expect(await linesOf('/healthz')).toEqual([]);
  expect(await linesOf('/readyz', {}, 'debug')).toMatchObject([{ level: 20 }]);
});

test('redacts credentials, cards and personal data at any depth', () => {
  const { lines, log } = collect();
  log.info({
    password: 'hush',
    form: { cardNumber: 'hush', deeper: { securityAnswer: 'hush' } },
    headers: { cookie: 'hush' },
  });
  log.child({ email: 'hush', form: { deeper: { token: 'hush' } } }).info({ list: [{ body: 'hush' }] }, 'about it');
  expect(JSON.stringify(lines)).not.toContain('hush');
});

test('logs other fields unchanged', () => {
  const { lines, log } = collect();
  const at = new Date(0);
  log.info({ step: 'email', form: { at, names: ['email', 'token'], deeper: { count: 2, empty: null } } });
  expect(lines).toMatchObject([
    {
      step: 'email',
      form: { at: at.toISOString(), names: ['email', 'token'], deeper: { count: 2, empty: null } },
    },
  ]);
});
