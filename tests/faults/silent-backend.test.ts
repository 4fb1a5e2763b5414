import { expect, it, onTestFinished } from 'vitest';
import { listen } from '~tests/servers/serve-app';
import { ROUTE_PATHS, serveSite } from '~tests/servers/site';

const GARBAGE = '{"garbage":[1,2';

/** A front end of a backend over HTTP that never answers, or answers with garbage. */
async function serveInFrontOf(kind: 'silence' | 'garbage') {
  const backend = await listen((_req, res) => {
    if (kind === 'garbage') res.writeHead(200, { 'content-type': 'application/json' }).end(GARBAGE);
  });
  onTestFinished(backend.close);
  const env = { DEMO: 'off', BACKEND_URL: backend.origin, BACKEND_TIMEOUT_MS: '150', ALLOW_SANDBOX: 'on', PEPPER: '' };
  return serveSite({ env });
}

it.each(['silence', 'garbage'] as const)('responds to no page with a 500 over a backend of %s', async (kind) => {
  const site = await serveInFrontOf(kind);
  expect(ROUTE_PATHS.length).toBeGreaterThan(30);
  const broken: [string, number][] = [];
  for (const path of ROUTE_PATHS.filter((one) => !one.startsWith('/demo'))) {
    const response = await fetch(`${site.origin}/app/join${path}`, { redirect: 'manual' });
    if (response.status >= 500 && ![502, 503].includes(response.status)) broken.push([path, response.status]);
  }
  expect(broken).toEqual([]);
});

it.each(['silence', 'garbage'] as const)('responds to an invite link with 502 over a backend of %s', async (kind) => {
  const site = await serveInFrontOf(kind);
  const page = await site.browser.open('/invite?token=x&userId=1');
  expect([page.status, page.html.includes('An error has occurred')]).toEqual([502, true]);
});
