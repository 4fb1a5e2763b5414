import express, { type ErrorRequestHandler } from 'express';
import { expect, test } from 'vitest';
import { sendRaw, serveApp } from '~tests/servers/serve-app';
import { crossSiteGuard } from './cross-site.server';
import { RefusedRequest } from '~/server/request/refused-request';

const OUR_HOST = 'join.example.com';

/** The status that a request with these headers gets, where the public address is the one given. */
async function statusOf(publicUrl: string, headers: Record<string, string>, method = 'POST'): Promise<number> {
  const app = express();
  app.use(crossSiteGuard({ publicUrl }));
  app.use((_req, res) => void res.sendStatus(200));
  const refused: ErrorRequestHandler = (error, _req, res, _next) =>
    void res.sendStatus(error instanceof RefusedRequest && error.code === 'cross-site' ? error.status : 500);
  app.use(refused);
  const { port } = await serveApp(app);
  const lines = Object.entries({ Host: OUR_HOST, Connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const answer = await sendRaw(port, `${method} / HTTP/1.1\r\n${lines.join('')}\r\n`);
  return Number(answer.slice(9, 12));
}

const HTTPS = 'https://join.example.com';
const HTTP = 'http://localhost:3000';

test.each([
  ['neither header: a text browser', {}],
  ['our own page', { 'Sec-Fetch-Site': 'same-origin', Origin: HTTPS }],
  ['our own page in a browser that says only its origin', { Origin: HTTPS }],
  ['our own page in a browser that says only the site', { 'Sec-Fetch-Site': 'same-origin' }],
  ['a reload', { 'Sec-Fetch-Site': 'none', Origin: HTTPS }],
])('under https, %s passes', async (_what, headers) => {
  expect(await statusOf(HTTPS, headers)).toBe(200);
});

test.each([
  ['another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
  ['another site in an old browser', { Origin: 'https://evil.example' }],
  ['another site without its origin', { 'Sec-Fetch-Site': 'cross-site' }],
  ['another host of our domain', { 'Sec-Fetch-Site': 'same-site', Origin: 'https://www.example.com' }],
  ['a sandboxed frame', { Origin: 'null' }],
  ['a sandboxed frame of ours', { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' }],
  ['our name without https', { Origin: 'http://join.example.com' }],
  ['our name on another port', { Origin: 'https://join.example.com:8443' }],
  ['a name that begins like ours', { Origin: 'https://join.example.com.evil.example' }],
  ['a host that is not the public one', { Origin: 'https://10.0.0.1', Host: '10.0.0.1' }],
  ['a value that is not known', { 'Sec-Fetch-Site': 'SAME-ORIGIN, cross-site' }],
  ['no origin at all', { Origin: '' }],
])('under https, %s is refused', async (_what, headers) => {
  expect(await statusOf(HTTPS, headers)).toBe(403);
});

test.each([
  ['the public address', { Origin: HTTP }],
  ['the address the browser was given', { Origin: 'http://192.168.1.5:3000', Host: '192.168.1.5:3000' }],
  [
    'the same behind a proxy that nobody told us speaks https',
    { Origin: 'https://192.168.1.5:3000', Host: '192.168.1.5:3000' },
  ],
])('under http, %s passes', async (_what, headers) => {
  expect(await statusOf(HTTP, headers)).toBe(200);
});

test.each([
  ['another site', { Origin: 'http://evil.example' }],
  ['another port of the same machine', { Origin: 'http://localhost:4000', Host: 'localhost:3000' }],
  ['a sandboxed frame', { Origin: 'null' }],
])('under http, %s is refused', async (_what, headers) => {
  expect(await statusOf(HTTP, headers)).toBe(403);
});

test('links from other sites are followed; any method that changes something is not', async () => {
  const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };
  expect(await statusOf(HTTPS, headers, 'GET')).toBe(200);
  expect(await statusOf(HTTPS, headers, 'HEAD')).toBe(200);
  expect(await statusOf(HTTPS, headers, 'DELETE')).toBe(403);
});
