import express from 'express';
import { expect, test } from 'vitest';
import { serveApp } from '~tests/servers/serve-app';
import { OUTSIDE_THE_DEMO } from '~tests/servers/site-settings';
import { readConfiguration } from '~/settings/configuration.server';
import { securityHeaders } from './security-headers.server';

interface Options {
  env?: Record<string, string>;
  approvalOrigins?: string[];
  styleHashes?: string[];
  development?: boolean;
}

async function headersOf(path: string, options: Options = {}) {
  const { env = {}, styleHashes = ['sha256-abc='], development = false, approvalOrigins } = options;
  const configuration = readConfiguration({ ...OUTSIDE_THE_DEMO, ...env });
  const app = express();
  app.use(securityHeaders({ configuration, approvalOrigins, styleHashes, development }));
  app.get('/app/join/payment', (_req, res) => {
    res.append('Content-Security-Policy', "default-src 'self'");
    res.append('Cache-Control', 'private');
    res.append('Set-Cookie', 'a=1').append('Set-Cookie', 'b=2');
    res.end();
  });
  app.use((_req, res) => void res.end());
  const { origin } = await serveApp(app);
  return (await fetch(origin + path)).headers;
}

function directives(headers: Headers): Record<string, string> {
  const policy = headers.get('content-security-policy') ?? '';
  return Object.fromEntries(policy.split(';').map((directive) => directive.split(/ (.*)/, 2) as [string, string]));
}

test('allows only what our pages need', async () => {
  const headers = await headersOf('/app/join/signup');
  expect(directives(headers)).toEqual({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'sha256-abc='",
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'manifest-src': "'self'",
    'form-action': "'self' https://www.wikipedia.org",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'report-uri': '/app/join/csp-reports',
    'report-to': 'csp',
  });
  expect(Object.fromEntries(headers)).toMatchObject({
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()') as string,
    'x-frame-options': 'DENY',
    'reporting-endpoints': 'csp="/app/join/csp-reports"',
    'cache-control': 'no-store, no-cache',
  });
});

test.each([
  ['/app/join/invite?token=a&userId=1', 'strict-origin'],
  ['/app/join/invite?a=?&t%6Fken=a', 'strict-origin'],
  ['/app/join/credentials?token=', 'strict-origin'],
  ['/app/join/invite?userId=1&page=token', 'same-origin'],
  ['/app/join/token', 'same-origin'],
])('sends from %s the referrer policy %s', async (path, policy) => {
  expect((await headersOf(path)).get('referrer-policy')).toBe(policy);
});

test('allows forms to every configured origin, each listed once', async () => {
  const env = {
    EXIT_URL: 'https://weather.example/today',
    LOGIN_URL: 'https://app.example/login',
    APP_HOME_URL: 'https://app.example/home',
    TERMS_URL: 'https://www.example/terms',
  };
  expect(directives(await headersOf('/', { env }))['form-action']).toBe(
    "'self' https://app.example https://weather.example",
  );
});

test('allows forms to the payment provider’s approval pages', async () => {
  const approvalOrigins = ['https://www.paypal.com'];
  expect(directives(await headersOf('/', { approvalOrigins }))['form-action']).toBe(
    "'self' https://www.wikipedia.org https://www.paypal.com",
  );
});

test('allows no style without a stylesheet, and each stylesheet by its hash', async () => {
  expect(directives(await headersOf('/', { styleHashes: [] }))['style-src']).toBe("'none'");
  expect(directives(await headersOf('/', { styleHashes: ['sha256-a=', 'sha256-b='] }))['style-src']).toBe(
    "'sha256-a=' 'sha256-b='",
  );
});

test('allows connections to Vite in development', async () => {
  expect(directives(await headersOf('/', { development: true }))['connect-src']).toBe("'self' ws:");
});

test('sends HSTS only when visitors use https', async () => {
  const https = await headersOf('/', { env: { PUBLIC_URL: 'https://join.example.com' } });
  expect(https.get('strict-transport-security')).toBe('max-age=31536000');
  expect((await headersOf('/')).get('strict-transport-security')).toBeNull();
});

test('allows caching only of assets', async () => {
  expect((await headersOf('/app/join/assets/app.js')).get('cache-control')).toBeNull();
  expect((await headersOf('/app/join/assets')).get('cache-control')).toBe('no-store, no-cache');
});

test('lets a route’s header replace ours', async () => {
  const headers = await headersOf('/app/join/payment');
  expect(headers.get('content-security-policy')).toBe("default-src 'self'");
  expect(headers.get('cache-control')).toBe('private');
  expect(headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(headers.get('referrer-policy')).toBe('same-origin');
});
