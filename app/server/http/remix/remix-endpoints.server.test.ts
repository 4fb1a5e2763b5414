import express, { type ErrorRequestHandler } from 'express';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sendRaw, serveApp } from '~tests/servers/serve-app';
import { RefusedRequest } from '~/server/request/refused-request';
import { remixEndpointsGuard } from './remix-endpoints.server';

/** Sends a request line as it is, and gives the answer's status line and headers. */
async function serveGuarded() {
  const app = express();
  app.use(remixEndpointsGuard());
  app.use((_req, res) => void res.sendStatus(200));
  const refused: ErrorRequestHandler = (error, _req, res, _next) =>
    void res.sendStatus(error instanceof RefusedRequest ? error.status : 500);
  app.use(refused);
  const { port } = await serveApp(app);
  return (target: string, method = 'GET') =>
    sendRaw(port, Buffer.from(`${method} ${target} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`, 'latin1'));
}

test.each([
  '/app/join/signup',
  '/app/join/signup?account=yes',
  '/app/join/signup?x=_data&data=1',
  '/app/join/invite?token=a%2Bb&name=100%',
  '/app/join/data',
  '/app/join/x.data.txt',
  '/app/join/caf%C3%A9',
  '/',
])('%s passes', async (target) => {
  expect(await (await serveGuarded())(target)).toMatch(/^HTTP\/1\.1 200 /);
});

test.each([
  '/app/join/signup.data',
  '/app/join/_root.data?x=1',
  '/app/join/signup%2Edata',
  '/app/join/signup.dat%61',
  '/app/join/signup%2e%64%61%74%61',
  '/app/join/signup.data/',
  '/app/join/signup.data/.',
  '/app/join/signup.data/x/..',
  '/app/join/signup.DATA',
  '/app/join/signup?_data=routes%2Fsignup',
  '/app/join/signup?a=1&_data',
  '/app/join/signup?%5Fdata=x',
  '/app/join/signup?%5f%64ata=x',
])('%s does not exist', async (target) => {
  expect(await (await serveGuarded())(target)).toMatch(/^HTTP\/1\.1 404 /);
});

test.each([
  '/app/join/%',
  '/app/join/%zz',
  '/app/join/%C3%28',
  '/app/join/%00',
  '//evil.example/app/join/signup',
  '/\\evil.example/signup',
  '/app/join/signup.data#x',
  'http://evil.example/app/join/signup',
  '*',
])('%s is not understood', async (target) => {
  expect(await (await serveGuarded())(target)).toMatch(/^HTTP\/1\.1 400 /);
});

test('posts are guarded alike', async () => {
  expect(await (await serveGuarded())('/app/join/signup?_data=x', 'POST')).toMatch(/^HTTP\/1\.1 404 /);
});

test.each(['TRACE', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])('%s is not allowed', async (method) => {
  const answer = await (await serveGuarded())('/app/join/signup', method);
  expect(answer).toMatch(/^HTTP\/1\.1 405 /);
  expect(answer).toMatch(/\r\nAllow: GET, HEAD, POST\r\n/);
});

test.each(['BREW', 'CONNECT'])('%s gets no page', async (method) => {
  expect(await (await serveGuarded())('/app/join/signup', method)).not.toMatch(/^HTTP\/1\.1 200 /);
});

test('whatever is asked for, nothing throws, and no spelling of Remix’s endpoints gets through', async () => {
  const get = await serveGuarded();
  const piece = fc.constantFrom(
    '.data',
    '%2e',
    '%64',
    'data',
    '/',
    '..',
    '.',
    '?',
    '&',
    '_data',
    '%5f',
    '=',
    '#',
    '\\',
    '%',
    'ü',
    ';',
    '%2F',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
      const target = `/a${pieces.join('')}`;
      const status = Number((await get(target)).slice(9, 12));
      expect([200, 400, 404]).toContain(status);
      if (status !== 200) return;
      const seen = new URL(Buffer.from(target).toString('latin1'), 'http://h');
      expect(decodeURIComponent(seen.pathname)).not.toMatch(/\.data$/);
      expect(seen.searchParams.get('_data')).toBeNull();
    }),
    { numRuns: 500 },
  );
});
