import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RefusedRequest } from '~/server/request/refused-request';
import { readConfiguration } from '~/settings/configuration.server';
import { sendRaw, serveApp } from '~tests/servers/serve-app';
import { OUTSIDE_THE_DEMO } from '~tests/servers/site-settings';
import { crossSiteGuard, hostGuard, targetGuard } from './request-guards.server';

/**
 * Serves 200 behind `guard`, and the status of rejected requests. @returns a function that sends a request line with headers, and returns the response
 */
async function serveBehind(guard: RequestHandler, trustProxy: unknown = false) {
  const app = express();
  app.set('trust proxy', trustProxy);
  app.use(guard);
  app.use((_req, res) => void res.sendStatus(200));
  const refused: ErrorRequestHandler = (error, _req, res, _next) =>
    void res.sendStatus(error instanceof RefusedRequest ? error.status : 500);
  app.use(refused);
  const { port } = await serveApp(app);
  return (line: string, headers: Record<string, string>) => {
    const lines = Object.entries({ ...headers, Connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
    return sendRaw(port, Buffer.from(`${line} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'));
  };
}

function statusOf(response: string): number {
  return Number(response.split(' ')[1]);
}

describe('hostGuard', () => {
  async function hostStatus(host: string, env: Record<string, string>, headers: Record<string, string> = {}) {
    const { allowedHosts, trustProxy } = readConfiguration({ ...OUTSIDE_THE_DEMO, ...env });
    const send = await serveBehind(hostGuard({ allowedHosts }), trustProxy);
    return statusOf(await send('GET /', { Host: host, ...headers }));
  }

  const SITE = { PUBLIC_URL: 'https://join.example.com', ALLOWED_HOSTS: 'Join2.example.com, 10.0.0.7, [2001:db8::1]' };

  it.each([
    ['join.example.com', 200],
    ['JOIN.example.com:8443', 200],
    ['join2.example.com', 200],
    ['10.0.0.7:3000', 200],
    ['[2001:db8::1]:3000', 200],
    ['evil.example', 421],
    ['join.example.com.evil.example', 421],
    ['join.example.com@evil.example', 421],
    ['', 421],
  ])('responds to Host %s with %i', async (host, status) => {
    expect(await hostStatus(host, SITE)).toBe(status);
  });

  it('accepts a forwarded host only from a trusted proxy', async () => {
    const forwarded = { 'X-Forwarded-Host': 'join.example.com' };
    expect(await hostStatus('backend:3000', SITE, forwarded)).toBe(421);
    expect(await hostStatus('backend:3000', { ...SITE, TRUST_PROXY: 'loopback' }, forwarded)).toBe(200);
    expect(
      await hostStatus(
        'join.example.com',
        { ...SITE, TRUST_PROXY: 'loopback' },
        { 'X-Forwarded-Host': 'evil.example' },
      ),
    ).toBe(421);
  });

  it('accepts every host if none is configured', async () => {
    expect(await hostStatus('anything.example', {})).toBe(200);
    expect(await hostStatus('anything.example', { ALLOWED_HOSTS: 'join.example.com' })).toBe(421);
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
  ])('rejects the malformed Host %s even if every host is accepted', async (host) =>
    expect(await hostStatus(host, {})).toBe(421),
  );

  it.each(['localhost', 'name:', '[::1]:3000', '127.0.0.1:65535', 'my_host'])(
    'accepts the well-formed Host %s',
    async (host) => expect(await hostStatus(host, {})).toBe(200),
  );

  it.each(['https://join.example.com', 'join.example.com:80', 'a b', 'a,,b', '*'])(
    'rejects %s in ALLOWED_HOSTS',
    (value) => {
      expect(() => readConfiguration({ ...OUTSIDE_THE_DEMO, ALLOWED_HOSTS: value })).toThrow(
        /ALLOWED_HOSTS: must be host names/,
      );
    },
  );
});

describe('targetGuard', () => {
  async function serveTargets() {
    const send = await serveBehind(targetGuard());
    return (target: string, method = 'GET') => send(`${method} ${target}`, { Host: 'h' });
  }

  it.each([
    '/app/join/signup',
    '/app/join/signup?account=yes',
    '/app/join/signup?x=_data&data=1',
    '/app/join/invite?token=a%2Bb&name=100%',
    '/app/join/data',
    '/app/join/x.data.txt',
    '/app/join/caf%C3%A9',
    '/',
  ])('accepts the target %s', async (target) => {
    expect(await (await serveTargets())(target)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each([
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
  ])('rejects the target %s with 404', async (target) => {
    expect(await (await serveTargets())(target)).toMatch(/^HTTP\/1\.1 404 /);
  });

  it.each([
    '/app/join/%',
    '/app/join/%zz',
    '/app/join/%C3%28',
    '/app/join/%00',
    '//evil.example/app/join/signup',
    '/\\evil.example/signup',
    '/app/join/signup.data#x',
    'http://evil.example/app/join/signup',
    '*',
  ])('rejects the target %s with 400', async (target) => {
    expect(await (await serveTargets())(target)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('rejects posts to Remix endpoints', async () => {
    expect(await (await serveTargets())('/app/join/signup?_data=x', 'POST')).toMatch(/^HTTP\/1\.1 404 /);
  });

  it.each([
    ['/app/join/PRO/contact', '/app/join/pro/contact'],
    ['/app/join/Invite?token=aB%2B&userId=9001', '/app/join/invite?token=aB%2B&userId=9001'],
    ['/app/join/i%6Evite/step1?a?b', '/app/join/invite/step1?a?b'],
    ['/APP/%4Aoin/invite%2Fstep1', '/app/join/invite/step1'],
    ['/app/join/x/../invite/', '/app/join/invite/'],
  ])('redirects %s to %s, and serves its posts there', async (target, canonical) => {
    const get = await serveTargets();
    for (const method of ['GET', 'HEAD']) {
      const answer = await get(target, method);
      expect(answer).toMatch(/^HTTP\/1\.1 308 /);
      expect(answer).toContain(`\r\nLocation: ${canonical}\r\n`);
    }
    expect(await get(target, 'POST')).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each([
    ['/app/join/invite%3Ftoken=a%2Bb&userId=9001%3F', '/app/join/invite?token=a%2Bb&userId=9001%3F'],
    ['/app/join/Credentials%3f', '/app/join/Credentials?'],
  ])('redirects %s, whose question mark is encoded, to %s', async (target, decoded) => {
    const answer = await (await serveTargets())(target);
    expect(answer).toMatch(/^HTTP\/1\.1 308 /);
    expect(answer).toContain(`\r\nLocation: ${decoded}\r\n`);
  });

  it.each([
    '/app/join/assets/App-DfX.js',
    '/app/join/%2F/evil.example',
    '/%2Fevil',
    '/OFW/home.form',
    '/%2Fevil%3Fa',
    '/x%3F/app/join/invite',
    '/app/join/invite?a%3Fb',
  ])('does not redirect %s', async (target) =>
    expect(await (await serveTargets())(target)).toMatch(/^HTTP\/1\.1 200 /),
  );

  it.each(['TRACE', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])(
    'rejects the method %s and lists the allowed methods',
    async (method) => {
      const answer = await (await serveTargets())('/app/join/signup', method);
      expect(answer).toMatch(/^HTTP\/1\.1 405 /);
      expect(answer).toMatch(/\r\nAllow: GET, HEAD, POST\r\n/);
    },
  );

  it.each(['BREW', 'CONNECT'])('serves no page for the method %s', async (method) => {
    expect(await (await serveTargets())('/app/join/signup', method)).not.toMatch(/^HTTP\/1\.1 200 /);
  });

  it('rejects every encoding of Remix endpoints, and never throws', async () => {
    const get = await serveTargets();
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
        const status = statusOf(await get(target));
        expect([200, 400, 404]).toContain(status);
        if (status !== 200) return;
        const seen = new URL(Buffer.from(target).toString('latin1'), 'http://h');
        expect(decodeURIComponent(seen.pathname)).not.toMatch(/\.data$/);
        expect(seen.searchParams.get('_data')).toBeNull();
      }),
      { numRuns: 500 },
    );
  });
});

describe('crossSiteGuard', () => {
  /** Returns the status of a request with these headers, for this public address. */
  async function postStatus(publicUrl: string, headers: Record<string, string>, method = 'POST') {
    const allowedHosts = ['join.example.com', 'join2.example.com'];
    const send = await serveBehind(crossSiteGuard({ publicUrl, allowedHosts }));
    return statusOf(await send(`${method} /`, { Host: 'join.example.com', ...headers }));
  }

  const HTTPS = 'https://join.example.com';
  const HTTP = 'http://localhost:3000';

  it.each([
    ['a text browser, which sends neither header', {}],
    ['our page', { 'Sec-Fetch-Site': 'same-origin', Origin: HTTPS }],
    ['our page in a browser that sends only the origin', { Origin: HTTPS }],
    ['our page in a browser that sends only the site', { 'Sec-Fetch-Site': 'same-origin' }],
    ['a reload', { 'Sec-Fetch-Site': 'none', Origin: HTTPS }],
    ['another allowed host', { Origin: 'https://join2.example.com', Host: 'join2.example.com' }],
    ['another allowed host and port', { Origin: 'https://join2.example.com:8443', Host: 'join2.example.com:8443' }],
    ['our page behind a proxy that sends its own host', { Origin: HTTPS, Host: 'join2.example.com' }],
  ])('accepts %s under https', async (_what, headers) => {
    expect(await postStatus(HTTPS, headers)).toBe(200);
  });

  it.each([
    ['another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
    ['another site in an old browser', { Origin: 'https://evil.example' }],
    ['another site without its origin', { 'Sec-Fetch-Site': 'cross-site' }],
    ['another host of our domain', { 'Sec-Fetch-Site': 'same-site', Origin: 'https://www.example.com' }],
    ['a sandboxed frame', { Origin: 'null' }],
    ['our sandboxed frame', { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' }],
    ['our name without https', { Origin: 'http://join.example.com' }],
    ['our name on another port', { Origin: 'https://join.example.com:8443' }],
    ['a name that begins like ours', { Origin: 'https://join.example.com.evil.example' }],
    ['another allowed host without https', { Origin: 'http://join2.example.com', Host: 'join2.example.com' }],
    [
      'another allowed host on a port of its own',
      { Origin: 'https://join2.example.com:8443', Host: 'join2.example.com' },
    ],
    ['a page of another allowed host', { Origin: 'https://join2.example.com' }],
    ['a host that is not allowed', { Origin: 'https://10.0.0.1', Host: '10.0.0.1' }],
    ['an unknown value', { 'Sec-Fetch-Site': 'SAME-ORIGIN, cross-site' }],
    ['an empty origin', { Origin: '' }],
  ])('rejects %s under https', async (_what, headers) => {
    expect(await postStatus(HTTPS, headers)).toBe(403);
  });

  it.each([
    ['the public address', { Origin: HTTP }],
    ['the address that the browser uses', { Origin: 'http://192.168.1.5:3000', Host: '192.168.1.5:3000' }],
    ['that address behind an unknown https proxy', { Origin: 'https://192.168.1.5:3000', Host: '192.168.1.5:3000' }],
  ])('accepts %s under http', async (_what, headers) => {
    expect(await postStatus(HTTP, headers)).toBe(200);
  });

  it.each([
    ['another site', { Origin: 'http://evil.example' }],
    ['another port of the same machine', { Origin: 'http://localhost:4000', Host: 'localhost:3000' }],
    ['a sandboxed frame', { Origin: 'null' }],
  ])('rejects %s under http', async (_what, headers) => {
    expect(await postStatus(HTTP, headers)).toBe(403);
  });

  it('accepts only safe methods from other sites', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };
    expect(await postStatus(HTTPS, headers, 'GET')).toBe(200);
    expect(await postStatus(HTTPS, headers, 'HEAD')).toBe(200);
    expect(await postStatus(HTTPS, headers, 'DELETE')).toBe(403);
  });
});
