import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { sendRaw, serveApp } from '~tests/servers/serve-app';
import { staticAssets } from './static-assets.server';

const script = 'export const answer = 42;\n'.repeat(20);

/** Serves a client build as Vite writes it, and a page for every other path. */
async function serveBuild() {
  const clientFolder = mkdtempSync(join(tmpdir(), 'joinery-client-'));
  onTestFinished(() => rmSync(clientFolder, { recursive: true }));
  for (const folder of ['assets', '.vite', 'icons']) mkdirSync(join(clientFolder, folder));
  const files: Record<string, string | Buffer> = {
    'assets/app-1a2b.js': script,
    'assets/app-1a2b.js.br': brotliCompressSync(script),
    'assets/app-1a2b.js.gz': gzipSync(script),
    'assets/font-3c4d.woff2': 'font',
    'assets/alone.gz': 'no sibling',
    '.vite/manifest.json': '{}',
    'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'icons/touch.png': 'png',
  };
  for (const [path, content] of Object.entries(files)) writeFileSync(join(clientFolder, path), content);
  writeFileSync(join(clientFolder, '..', 'outside.txt'), 'outside');
  const app = express();
  app.use(staticAssets({ clientFolder }));
  app.use((_req, res) => void res.send('a page'));
  return { ...(await serveApp(app)), clientFolder };
}

async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { origin } = await serveBuild();
  return fetch(origin + path, { headers, method });
}

test.each([
  ['br, gzip', 'br'],
  ['gzip, deflate, br;q=0.9', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['GZIP', 'gzip'],
  ['*', 'br'],
  ['gzip, *;q=0', 'gzip'],
  ['', null],
  ['identity', null],
  ['br;q=0.000,gzip;q=0', null],
])('sends an asset to a browser that accepts %s as %s', async (accepted, encoding) => {
  const answer = await get('/app/join/assets/app-1a2b.js', { 'Accept-Encoding': accepted });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-encoding')).toBe(encoding);
  expect(answer.headers.get('content-type')).toMatch(/^(application|text)\/javascript; charset=utf-8$/i);
  expect(answer.headers.get('vary')).toBe('Accept-Encoding');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(await answer.text()).toBe(script);
});

test('sends a file without a compressed copy uncompressed', async () => {
  const answer = await get('/app/join/assets/font-3c4d.woff2', { 'Accept-Encoding': 'br' });
  expect(answer.headers.get('content-type')).toBe('font/woff2');
  expect(answer.headers.get('vary')).toBeNull();
  expect(await answer.text()).toBe('font');
});

test('gives each encoding its own ETag, and does not resend a cached file', async () => {
  const { origin, port } = await serveBuild();
  const path = '/app/join/assets/app-1a2b.js';
  const tags = await Promise.all(
    ['br', 'gzip', 'identity'].map(async (encoding) =>
      (await fetch(origin + path, { headers: { 'Accept-Encoding': encoding } })).headers.get('etag'),
    ),
  );
  expect(new Set(tags).size).toBe(3);
  // By default, fetch would request a fresh copy.
  const conditional = `GET ${path} HTTP/1.1\r\nHost: h\r\nAccept-Encoding: br\r\nIf-None-Match: ${tags[0]}\r\nConnection: close\r\n\r\n`;
  expect(await sendRaw(port, conditional)).toMatch(/^HTTP\/1\.1 304 /);
});

test('responds to HEAD without a body', async () => {
  const answer = await get('/app/join/assets/app-1a2b.js', {}, 'HEAD');
  expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(0);
  expect(await answer.text()).toBe('');
});

test('allows caching of public files for an hour', async () => {
  const answer = await get('/app/join/favicon.svg');
  expect(answer.headers.get('content-type')).toBe('image/svg+xml');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
  expect((await get('/app/join/icons/touch.png')).status).toBe(200);
});

test.each(['gone-5e6f.js', 'app-1a2b.js.br', 'app-1a2b.js/', 'app-1a2b.js.map', '', '.hidden'])(
  'returns a bare, uncached 404 for the asset "%s"',
  async (name) => {
    const answer = await get(`/app/join/assets/${name}`);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.text()).toBe('');
  },
);

test.each([
  '/app/join/signup',
  '/app/join/',
  '/app/join/.vite/manifest.json',
  '/favicon.svg',
  '/assets/app-1a2b.js',
  '/app/join/%zz',
  '/app/join/assets',
])('passes %s to the next handler', async (path) => {
  expect(await (await get(path)).text()).toBe('a page');
});

test('passes posts to the next handler', async () => {
  expect(await (await get('/app/join/favicon.svg', {}, 'POST')).text()).toBe('a page');
});

test.each(['/app/join/../outside.txt', '/app/join/..%2foutside.txt', '/app/join/assets/..%2f..%2f..%2foutside.txt'])(
  'serves no file outside the folder for %s',
  async (path) => {
    const { port } = await serveBuild();
    expect(await sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`)).not.toContain(
      'outside',
    );
  },
);

test('returns 404 for a file deleted while serving, and still serves other files', async () => {
  const { origin, clientFolder } = await serveBuild();
  rmSync(join(clientFolder, 'assets', 'app-1a2b.js.br'));
  const gone = await fetch(`${origin}/app/join/assets/app-1a2b.js`, { headers: { 'Accept-Encoding': 'br' } });
  const { headers } = gone;
  expect([gone.status, headers.get('content-encoding'), headers.get('cache-control')]).toEqual([404, null, 'no-store']);
  expect((await fetch(`${origin}/app/join/assets/font-3c4d.woff2`)).status).toBe(200);
});

test('serves no assets without a build', async () => {
  const app = express();
  app.use(staticAssets({ clientFolder: '/nowhere/at/all' }));
  const { origin } = await serveApp(app);
  expect((await fetch(`${origin}/app/join/assets/app.js`)).status).toBe(404);
});
