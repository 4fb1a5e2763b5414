import { get } from 'node:http';
import compression from 'compression';
import express, { type ErrorRequestHandler, type RequestHandler, type Response } from 'express';
import { expect, it } from 'vitest';
import { sendRaw, serveApp } from '~tests/servers/serve-app';
import { latch } from '~tests/latch';
import { holdResponse } from './held-response.server';

const LONG = 'long enough to be compressed '.repeat(200);

/** Sends as `@remix-run/express` does. */
function send(res: Response, status: number, headers: Record<string, string>, ...chunks: string[]): void {
  res.statusMessage = 'From a route';
  res.status(status);
  for (const [name, value] of Object.entries(headers)) res.append(name, value);
  res.flushHeaders();
  for (const chunk of chunks) res.write(new TextEncoder().encode(chunk));
  res.end();
}

/** @param work may return a body */
function serveHeld(work: (res: Response) => Promise<unknown>, ...before: RequestHandler[]) {
  const app = express();
  for (const handler of before) app.use(handler);
  app.get('/held', (_req, res, next) => {
    holdResponse(res, async () => {
      const given = await work(res);
      return typeof given === 'string' ? given : undefined;
    }).catch(next);
  });
  app.use((_req, res) => void res.send('another handler'));
  const refused: ErrorRequestHandler = (error: Error, _req, res, _next) => void res.status(500).send(error.message);
  app.use(refused);
  return serveApp(app);
}

it.each([
  ['as it is', []],
  ['compressed', [compression()]],
])('sends nothing before the work ends, then everything, %s', async (_how, before) => {
  let ended = 0;
  const committed = latch();
  const { origin } = await serveHeld(
    async (res) => {
      send(res, 201, { 'Content-Type': 'text/html', 'Set-Cookie': 'route=1' }, LONG, 'the end');
      ended++;
      await committed.opened;
      res.append('Set-Cookie', 'session=2');
    },
    ...before,
  );
  let received = 0;
  get(`${origin}/held`).on('socket', (socket) => socket.on('data', () => received++));
  await expect.poll(() => ended).toBe(1);
  expect(await (await fetch(`${origin}/other`)).text()).toBe('another handler');
  expect(received).toBe(0);

  const answering = fetch(`${origin}/held`);
  committed.open();
  const answer = await answering;
  expect([answer.status, answer.statusText]).toEqual([201, 'From a route']);
  expect(answer.headers.getSetCookie()).toEqual(['route=1', 'session=2']);
  expect(answer.headers.get('content-encoding')).toBe(before.length ? 'gzip' : null);
  expect(await answer.text()).toBe(`${LONG}the end`);
  await expect.poll(() => received).toBeGreaterThan(0);
});

it.each([
  ['as it is', [], null],
  ['compressed', [compression()], 'gzip'],
] as const)('sends the whole body of the work, %s', async (_how, before, encoding) => {
  const { origin } = await serveHeld(
    (res) => {
      send(res, 422, { 'Content-Type': 'text/html; charset=utf-8' });
      return Promise.resolve(`Señora — ${LONG}`);
    },
    ...before,
  );
  const answer = await fetch(`${origin}/held`);
  expect([answer.status, answer.headers.get('content-encoding')]).toEqual([422, encoding]);
  expect(await answer.text()).toBe(`Señora — ${LONG}`);
});

it('sends a response without a body, with its length', async () => {
  const { port } = await serveHeld((res) => Promise.resolve(send(res, 303, { Location: '/next' })));
  const answer = await sendRaw(port, 'GET /held HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 303 From a route\r\n/);
  expect(answer).toMatch(/\r\nLocation: \/next\r\n/);
  expect(answer).toMatch(/\r\nContent-Length: 0\r\n\r\n$/);
});

it.each([
  ['as it is', []],
  ['compressed', [compression()]],
])('returns only the error if the work fails, %s', async (_how, before) => {
  const { origin } = await serveHeld(
    (res) => {
      send(res, 303, { Location: '/next', 'Set-Cookie': 'route=1', 'Cache-Control': 'public' }, LONG);
      return Promise.reject(new Error('the store is lost'));
    },
    (_req, res, next) => next(res.setHeader('Cache-Control', 'no-store') && undefined),
    ...before,
  );
  const answer = await fetch(`${origin}/held`, { redirect: 'manual' });
  expect([answer.status, answer.statusText]).toEqual([500, 'Internal Server Error']);
  expect([answer.headers.get('location'), answer.headers.getSetCookie()]).toEqual([null, []]);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await answer.text()).toBe('the store is lost');
});
