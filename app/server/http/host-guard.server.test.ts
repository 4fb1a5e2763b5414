import express from 'express';
import { expect, it } from 'vitest';
import { sendRaw, serveApp } from '~tests/servers/serve-app';
import { OUTSIDE_THE_DEMO } from '~tests/servers/site-settings';
import { readConfiguration } from '~/settings/configuration.server';
import { hostGuard } from './host-guard.server';

/** The status of a GET with this `Host`, and perhaps with another header. */
async function statusOf(host: string, env: Record<string, string>, extra = ''): Promise<number> {
  const { allowedHosts, trustProxy } = readConfiguration({ ...OUTSIDE_THE_DEMO, ...env });
  const app = express();
  app.set('trust proxy', trustProxy);
  app.use(hostGuard({ allowedHosts }));
  app.use((_req, res) => void res.sendStatus(204));
  app.use(
    ((error, _req, res, _next) =>
      void res.sendStatus((error as { status: number }).status)) as express.ErrorRequestHandler,
  );
  const { port } = await serveApp(app);
  const answer = await sendRaw(port, `GET / HTTP/1.1\r\nHost: ${host}\r\n${extra}Connection: close\r\n\r\n`);
  return Number(answer.split(' ')[1]);
}

const SITE = { PUBLIC_URL: 'https://join.example.com', ALLOWED_HOSTS: 'Join2.example.com, 10.0.0.7, [2001:db8::1]' };

it.each([
  ['join.example.com', 204],
  ['JOIN.example.com:8443', 204],
  ['join2.example.com', 204],
  ['10.0.0.7:3000', 204],
  ['[2001:db8::1]:3000', 204],
  ['evil.example', 421],
  ['join.example.com.evil.example', 421],
  ['join.example.com@evil.example', 421],
  ['', 421],
])('Host %s is answered with %i', async (host, status) => {
  expect(await statusOf(host, SITE)).toBe(status);
});

it('a forwarded host counts from a trusted proxy only', async () => {
  const forwarded = 'X-Forwarded-Host: join.example.com\r\n';
  expect(await statusOf('backend:3000', SITE, forwarded)).toBe(421);
  expect(await statusOf('backend:3000', { ...SITE, TRUST_PROXY: 'loopback' }, forwarded)).toBe(204);
  expect(
    await statusOf('join.example.com', { ...SITE, TRUST_PROXY: 'loopback' }, 'X-Forwarded-Host: evil.example\r\n'),
  ).toBe(421);
});

it('every host is accepted where none is configured', async () => {
  expect(await statusOf('anything.example', {})).toBe(204);
  expect(await statusOf('anything.example', { ALLOWED_HOSTS: 'join.example.com' })).toBe(421);
});

it.each([
  'name:99999',
  'name:-1',
  ':x@evil.example',
  'name:x',
  'a/b',
  'a?b',
  'user@name',
  'a%2fb',
  'a,b',
  '[::1',
  '::1',
  '',
])('Host %s is no host, and refused where every host is accepted', async (host) =>
  expect(await statusOf(host, {})).toBe(421),
);

it.each(['localhost', 'name:', '[::1]:3000', '127.0.0.1:65535', 'my_host'])('Host %s is one', async (host) =>
  expect(await statusOf(host, {})).toBe(204),
);

it.each(['https://join.example.com', 'join.example.com:80', 'a b', 'a,,b', '*'])(
  'ALLOWED_HOSTS %s is a fault',
  (value) => {
    expect(() => readConfiguration({ ...OUTSIDE_THE_DEMO, ALLOWED_HOSTS: value })).toThrow(
      /ALLOWED_HOSTS: must be host names/,
    );
  },
);
