import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import express from 'express';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { transformWithEsbuild } from 'vite';
import { serveApp } from '~tests/servers/serve-app';
import { drainOnSignal, type DrainOptions } from './drain.server';

/** Serves an app whose `/slow` response the test sends. `exited` resolves with the exit code. */
async function serveDraining(options: Partial<DrainOptions> = {}) {
  const app = express();
  const requests = new EventEmitter();
  app.get('/slow', (_req, res) => void requests.emit('request', res));
  app.get('/quick', (_req, res) => void res.send('quick'));
  const served = await serveApp(app);
  const signals = new EventEmitter();
  const steps: string[] = [];
  const exited = new Promise<number>((resolve) => {
    const { isDraining } = drainOnSignal(served.server, {
      graceMs: 60_000,
      log: pino({ level: 'silent' }),
      signals,
      exit: resolve,
      onStop: () => Promise.resolve(void steps.push('stopped')),
      ...options,
    });
    signals.prependListener('SIGTERM', () => steps.push(`draining before: ${isDraining()}`));
    signals.on('SIGTERM', () => steps.push(`draining after: ${isDraining()}`));
  });
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const request = async (path: string) => {
    const [answer] = (await once(get(served.origin + path, { agent }), 'response')) as [IncomingMessage];
    return { answer, body: await text(answer) };
  };
  const nextRequest = async () => ((await once(requests, 'request')) as [ServerResponse])[0];
  return { ...served, signals, exited, steps, request, nextRequest, agent };
}

test('finishes a request in flight, ends its connection, closes the store, and exits with 0', async () => {
  const { signals, exited, steps, request, nextRequest, port } = await serveDraining();
  const pending = request('/slow');
  const res = await nextRequest();
  signals.emit('SIGTERM');
  expect(steps).toEqual(['draining before: false', 'draining after: true']);
  const [refused] = (await once(connect(port, '127.0.0.1'), 'error')) as [NodeJS.ErrnoException];
  expect(refused.code).toBe('ECONNREFUSED');
  expect(steps).not.toContain('stopped');
  res.end('done');
  const { answer, body } = await pending;
  expect([answer.statusCode, answer.headers.connection, body]).toEqual([200, 'close', 'done']);
  expect(await exited).toBe(0);
  expect(steps.at(-1)).toBe('stopped');
});

test('fails readiness at once on SIGTERM, and keeps serving for the delay', async () => {
  const { signals, exited, steps, request, agent } = await serveDraining({ delayMs: 1_000 });
  await Promise.all([request('/quick'), request('/quick')]);
  signals.emit('SIGTERM');
  expect(steps).toEqual(['draining before: false', 'draining after: true']);
  const { answer, body } = await request('/quick');
  // Otherwise a client could send its next request over a closing connection.
  expect([answer.headers.connection, body]).toEqual(['close', 'quick']);
  // The other connection is still open for the next request.
  expect(Object.values(agent.freeSockets).flat()).toHaveLength(1);
  expect((await request('/quick')).body).toBe('quick');
  expect(steps).not.toContain('stopped');
  expect(await exited).toBe(0);
});

test('exits on SIGINT without the delay', async () => {
  const { signals, exited } = await serveDraining({ delayMs: 60_000 });
  signals.emit('SIGINT');
  expect(await exited).toBe(0);
});

test('does not let idle connections delay the exit', async () => {
  const { signals, exited, request, agent } = await serveDraining();
  await request('/quick');
  expect(Object.values(agent.freeSockets).flat()).toHaveLength(1);
  signals.emit('SIGINT');
  expect(await exited).toBe(0);
});

test('finishes a response with sent headers, and closes its connection', async () => {
  const { signals, exited, request, nextRequest } = await serveDraining();
  const pending = request('/slow');
  const res = await nextRequest();
  res.write('half ');
  signals.emit('SIGTERM');
  res.end('and half');
  expect((await pending).body).toBe('half and half');
  expect(await exited).toBe(0);
});

test('sends the whole response to a slow client', async () => {
  const { signals, exited, nextRequest, port } = await serveDraining();
  const size = 20_000_000;
  const socket = connect(port, '127.0.0.1', () => socket.write('GET /slow HTTP/1.1\r\nHost: h\r\n\r\n'));
  socket.pause();
  const res = await nextRequest();
  res.end(Buffer.alloc(size, 'x'));
  signals.emit('SIGTERM');
  expect(res.writableFinished).toBe(false);
  let received = 0;
  socket.on('data', (bytes) => (received += bytes.length)).resume();
  await once(socket, 'close');
  expect(received).toBeGreaterThan(size);
  expect(await exited).toBe(0);
});

test('cuts off requests that take too long, and exits with 1', async () => {
  const { signals, exited, steps, request, nextRequest } = await serveDraining({ graceMs: 30 });
  const pending = request('/slow');
  await nextRequest();
  signals.emit('SIGTERM');
  await expect(pending).rejects.toThrow(/hang up|ECONNRESET/);
  expect(await exited).toBe(1);
  expect(steps.at(-1)).toBe('stopped');
});

test('exits with 1 if the store cannot be closed', async () => {
  const { signals, exited } = await serveDraining({ onStop: () => Promise.reject(new Error('disk full')) });
  signals.emit('SIGTERM');
  expect(await exited).toBe(1);
});

test('exits at once on another signal', async () => {
  const { signals, exited, steps, request, nextRequest } = await serveDraining();
  const pending = request('/slow');
  const res = await nextRequest();
  signals.emit('SIGTERM');
  signals.emit('SIGINT');
  expect(await exited).toBe(1);
  expect(steps).not.toContain('stopped');
  res.end();
  await pending;
});

test('ignores a signal that npm repeats at once', async () => {
  let now = 5_000;
  const { signals, exited, steps, request, nextRequest } = await serveDraining({ now: () => now });
  const pending = request('/slow');
  const res = await nextRequest();
  signals.emit('SIGINT');
  now += 999;
  signals.emit('SIGINT');
  res.end('done');
  expect((await pending).body).toBe('done');
  expect(await exited).toBe(0);
  expect(steps).toEqual(['stopped']);
});

test('exits at once on the same signal a second later', async () => {
  let now = 5_000;
  const { signals, exited, steps, request, nextRequest } = await serveDraining({ now: () => now });
  const pending = request('/slow');
  const res = await nextRequest();
  signals.emit('SIGINT');
  now += 1_000;
  signals.emit('SIGINT');
  expect(await exited).toBe(1);
  expect(steps).not.toContain('stopped');
  res.end();
  await pending;
});

test('responds to requests received before SIGTERM in a real process, and exits with 0', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'joinery-drain-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const source = new URL('drain.server.ts', import.meta.url);
  writeFileSync(join(folder, 'drain.mjs'), (await transformWithEsbuild(readFileSync(source, 'utf8'), 'drain.ts')).code);
  writeFileSync(
    join(folder, 'process.mjs'),
    `import { createServer } from 'node:http';
     import { drainOnSignal } from './drain.mjs';
     const log = { info() {}, warn() {}, error() {} };
     const server = createServer((_req, res) => {
       process.once('SIGTERM', () => setImmediate(() => res.end('done')));
       process.stdout.write('received\\n');
     });
     drainOnSignal(server, { log, graceMs: 60000, onStop: async () => void process.stdout.write('stopped\\n') });
     server.listen(0, '127.0.0.1', () => process.stdout.write(server.address().port + '\\n'));`,
  );
  const child = spawn(process.execPath, [join(folder, 'process.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exit = once(child, 'exit');
  const said = child.stdout.setEncoding('utf8')[Symbol.asyncIterator]() as AsyncIterator<string>;
  const readLine = async () => String((await said.next()).value).trim();
  const pending = fetch(`http://127.0.0.1:${await readLine()}/`);
  expect(await readLine()).toBe('received');
  child.kill('SIGTERM');
  const answer = await pending;
  expect([answer.headers.get('connection'), await answer.text()]).toEqual(['close', 'done']);
  expect(await readLine()).toBe('stopped');
  expect(await exit).toEqual([0, null]);
});
