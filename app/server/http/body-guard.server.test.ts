import { parseWithZod } from '@conform-to/zod/v4';
import express, { type ErrorRequestHandler } from 'express';
import fc from 'fast-check';
import { once } from 'node:events';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { sendRaw, serveApp } from '~tests/servers/serve-app';
import { bodyGuard } from './body-guard.server';
import { RefusedRequest } from '~/server/request/refused-request';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

const schema = z.object({
  firstName: z.string(),
  age: z.number().optional(),
  agreed: z.boolean().optional(),
  tonemeter: z.array(z.string()),
  billingAddress: z.object({ city: z.string(), since: z.date().optional() }),
  children: z.array(z.object({ firstName: z.string(), friends: z.array(z.object({ name: z.string() })) })),
});

/** Serves an app that returns accepted bodies, and the codes of rejected ones. */
async function serveGuarded() {
  const app = express();
  app.use(bodyGuard());
  app.use((req, res) => {
    if (req.guardedBody) parseWithZod(req.guardedBody, { schema }).reply({ hideFields: ['children[0].firstName'] });
    res.json(req.guardedBody ? [...req.guardedBody] : null);
  });
  const refused: ErrorRequestHandler = (error, _req, res, _next) => {
    if (error instanceof RefusedRequest) res.status(error.status).json(error.code);
    else res.status(500).json(String(error));
  };
  app.use(refused);
  const served = await serveApp(app);
  const post = async (body: BodyInit | undefined, headers: Record<string, string> = FORM) => {
    const answer = await fetch(served.origin, { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
    return [answer.status, (await answer.json()) as unknown];
  };
  return { ...served, post };
}

const repeated = (name: string, times: number) => Array(times).fill(`${name}=1`).join('&');
const numbered = (times: number) => Array.from({ length: times }, (_, n) => `f${n}=1`).join('&');

test('decodes a form', async () => {
  const { post } = await serveGuarded();
  const body = 'firstName=Ana+Mar%C3%ADa&children%5B0%5D.firstName=%26%3D%2B&tonemeter=A&tonemeter=B&empty=&bare&';
  expect(await post(body)).toEqual([
    200,
    [
      ['firstName', 'Ana María'],
      ['children[0].firstName', '&=+'],
      ['tonemeter', 'A'],
      ['tonemeter', 'B'],
      ['empty', ''],
      ['bare', ''],
    ],
  ]);
  expect(await post('city=Zürich')).toEqual([200, [['city', 'Zürich']]]);
});

test('accepts the media types of browsers, and an empty body without a type', async () => {
  const { post } = await serveGuarded();
  expect(await post('a=1', { 'Content-Type': 'Application/X-WWW-Form-Urlencoded; Charset="UTF-8"' })).toEqual([
    200,
    [['a', '1']],
  ]);
  expect(await post('a=1', { ...FORM, 'Content-Encoding': 'identity' })).toEqual([200, [['a', '1']]]);
  expect(await post(undefined, {})).toEqual([200, []]);
});

test('passes safe requests without reading them', async () => {
  const { origin } = await serveGuarded();
  expect(await (await fetch(origin)).json()).toBeNull();
});

test.each([
  ['JSON', 'application/json', '{}'],
  ['plain text', 'text/plain', 'a=1'],
  ['multipart', 'multipart/form-data; boundary=x', '--x--'],
  ['another charset', 'application/x-www-form-urlencoded; charset=iso-8859-1', 'a=1'],
  ['no type', '', 'a=1'],
])('rejects %s as a media type', async (_what, type, body) => {
  const { post } = await serveGuarded();
  expect(await post(new TextEncoder().encode(body), type ? { 'Content-Type': type } : {})).toEqual([415, 'body-type']);
});

test('rejects a compressed body without decompressing it', async () => {
  const { post } = await serveGuarded();
  expect(await post(gzipSync('a=1'), { ...FORM, 'Content-Encoding': 'gzip' })).toEqual([415, 'body-type']);
});

test('accepts bodies up to 64 KiB, counted as they arrive', async () => {
  const { post } = await serveGuarded();
  const full = `a=${'x'.repeat(64 * 1024 - 2)}`;
  expect((await post(full))[0]).toBe(200);
  expect(await post(`${full}x`)).toEqual([413, 'body-too-large']);
  const stream = () => new Blob([full, 'x']).stream();
  expect(await post(stream())).toEqual([413, 'body-too-large']);
});

test('responds to the sender of a large body, then closes the connection', async () => {
  const { origin } = await serveGuarded();
  const answer = await fetch(origin, { method: 'POST', body: `a=${'x'.repeat(1024 * 1024)}`, headers: FORM });
  expect(answer.status).toBe(413);
  expect(answer.headers.get('connection')).toBe('close');
});

test('stops reading an endless body', async () => {
  const { port } = await serveGuarded();
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
  const answer = await sendRaw(
    port,
    'POST / HTTP/1.1\r\nHost: h\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n',
    ...Array<string>(20).fill(chunk),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toMatch(/\r\nConnection: close\r\n/i);
});

test('does not read a body with a huge Content-Length', async () => {
  const { port } = await serveGuarded();
  const answer = await sendRaw(
    port,
    'POST / HTTP/1.1\r\nHost: h\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 99999999999\r\n\r\n',
  );
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
});

test('joins chunks, even if they split a character', async () => {
  const { port } = await serveGuarded();
  const answer = await sendRaw(
    port,
    'POST / HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n',
    Buffer.from([...Buffer.from('3\r\na='), 0xc3, ...Buffer.from('\r\n')]),
    Buffer.from([...Buffer.from('1\r\n'), 0xbc, ...Buffer.from('\r\n0\r\n\r\n')]),
  );
  expect(Buffer.from(answer, 'latin1').toString()).toContain('[["a","ü"]]');
});

test('does not treat bytes after a too short Content-Length as a request', async () => {
  const { port } = await serveGuarded();
  const answer = await sendRaw(
    port,
    'POST / HTTP/1.1\r\nHost: h\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\n\r\na=123456',
  );
  expect(answer).toMatch(/HTTP\/1\.1 400 /);
});

test('rejects Content-Length with chunked encoding', async () => {
  const { port } = await serveGuarded();
  const answer = await sendRaw(
    port,
    'POST / HTTP/1.1\r\nHost: h\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\na=1\r\n0\r\n\r\n',
  );
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
});

test.each([
  ['a body that is short enough', 1000, 'a=1'],
  ['a body that is too large', 500_000, 'x'.repeat(100_000)],
  ['a body with a huge Content-Length', 99_999_999, 'x'.repeat(100_000)],
])('survives a connection that breaks in the middle of %s', async (_what, length, sent) => {
  const { port, server, post } = await serveGuarded();
  const head = `POST / HTTP/1.1\r\nHost: h\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${length}\r\n\r\n`;
  const arrived = once(server, 'request');
  const socket = connect(port, '127.0.0.1', () => socket.write(head + sent));
  await arrived;
  socket.resetAndDestroy();
  const connections = promisify(server.getConnections.bind(server));
  await vi.waitFor(async () => expect(await connections()).toBe(0), { timeout: 5_000 });
  expect(await post('a=1')).toEqual([200, [['a', '1']]]);
});

test.each([
  ['bytes that are not UTF-8', Buffer.from([0x61, 0x3d, 0xff])],
  ['escapes that are not UTF-8', 'a=%C3%28'],
  ['an overlong escape', 'a=%C0%AF'],
  ['a lone surrogate', 'a=%ED%A0%80'],
  ['half an escape', 'a=%4'],
  ['a bare percent sign', 'a=100%'],
  ['NUL in a value', 'a=%00'],
  ['NUL in a name', 'a%00=1'],
  ['an unescaped NUL', 'a=\0'],
])('rejects %s as malformed', async (_what, body) => {
  const { post } = await serveGuarded();
  expect(await post(body)).toEqual([400, 'body-malformed']);
});

test('accepts up to 200 fields and 20 values per name', async () => {
  const { post } = await serveGuarded();
  expect((await post(numbered(200)))[0]).toBe(200);
  expect(await post(numbered(201))).toEqual([400, 'too-many-fields']);
  expect((await post(repeated('a', 20)))[0]).toBe(200);
  expect(await post(repeated('a', 21))).toEqual([400, 'field-repeated']);
  expect((await post(repeated('a', 16_000)))[0]).toBe(400);
  expect(await post('&'.repeat(64 * 1024))).toEqual([200, []]);
});

test.each([
  'children[0].firstName=A&children[49].firstName=B',
  'a.b.c.d.e=1',
  'a[0][1][2].b=1',
  'tonemeter[]=A&tonemeter[]=B',
  'a[]=1&a[3]=2',
  `${'x'.repeat(100)}=1`,
  'größe=1',
])('accepts the names in %s', async (body) => {
  const { post } = await serveGuarded();
  expect((await post(body))[0]).toBe(200);
});

test.each([
  'children[1000000].x=1',
  'children[50].x=1',
  'foo[4294967294]=1',
  'foo[01]=1',
  'foo[-1]=1',
  'foo[1e3]=1',
  'foo[a]=1',
  'foo[ 1]=1',
  'a[].b=1',
  'a[][]=1',
  'a[0=1',
  'a]0[=1',
  'a[0]b=1',
  'a..b=1',
  '.a=1',
  'a.=1',
  '[0]=1',
  '[]=1',
  '=1',
  'a.b.c.d.e.f=1',
  'a[0][0][0][0][]=1',
  `${'x'.repeat(101)}=1`,
  `${'a.'.repeat(30_000)}a=1`,
  `a${'[0]'.repeat(20_000)}=1`,
  '__proto__.x=1',
  'a.__proto__=1',
  'a.constructor.prototype.x=1',
  'a.prototype=1',
  'toString=1',
  'children.hasOwnProperty=1',
  '__intent__=%7B',
  '__state__=%7B',
  'children.map=1&children[0].firstName=A',
  'children[0].firstName=A&children.map=1',
  'a=1&a.b=2',
  'a.b=2&a=1',
  'a=1&a[0]=2',
  'a[0]=1&a[0].b=2',
  'a[]=1&a=2',
])('rejects a name in %.60s', async (body) => {
  const { post } = await serveGuarded();
  expect(await post(body)).toEqual([400, 'field-name']);
});

test('never throws for any body, and neither does Conform', async () => {
  const { post } = await serveGuarded();
  const piece = fc.constantFrom(
    'children', 'firstName', 'billingAddress', 'tonemeter', 'friends', 'age', 'agreed', 'since', 'city', 'length', 'map', 'then',
    '__proto__', 'valueOf', '[0]', '[1]', '[]', '[49]', '[50]', '.', '[', ']', '=', '&', '%', '%00', '%5B', '%C3%BC', '+', ' ', 'ü', 'on', '1',
  ); // prettier-ignore
  const likely = fc.array(piece, { maxLength: 60 }).map((pieces) => Buffer.from(pieces.join('')));
  const path = fc.array(fc.constantFrom('.firstName', '.children', '.map', '.friends', '[0]', '[2]', '[]', '.length'), {
    maxLength: 4,
  });
  const field = fc.tuple(
    fc.constantFrom('children', 'tonemeter', 'billingAddress', 'firstName', 'since', 'agreed'),
    path,
    fc.string(),
  );
  const nested = fc
    .array(
      field.map(([name, rest, value]) => `${name}${rest.join('')}=${encodeURIComponent(value)}`),
      { maxLength: 6 },
    )
    .map((fields) => Buffer.from(fields.join('&')));
  const bodies = fc.oneof(
    likely,
    nested,
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  );
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const [status, said] = await post(new Uint8Array(body));
      expect([status, said]).toEqual([
        expect.toSatisfy((code: number) => code === 200 || code === 400),
        expect.anything(),
      ]);
    }),
    { numRuns: 1500 },
  );
});
