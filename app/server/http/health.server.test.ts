import express from 'express';
import { expect, test } from 'vitest';
import { serveApp } from '~tests/servers/serve-app';
import { healthRouter, type HealthOptions } from './health.server';

const none = () => Promise.resolve([]);
const some = () => Promise.resolve(['store', 'provider']);

async function get(path: string, options: HealthOptions) {
  const app = express();
  app.use(healthRouter(options));
  const { origin } = await serveApp(app);
  const answer = await fetch(origin + path);
  return { status: answer.status, body: (await answer.json()) as unknown, cache: answer.headers.get('cache-control') };
}

test('returns 200 from /healthz whatever else fails', async () => {
  expect(await get('/healthz', { findFailing: some, isDraining: () => true })).toEqual({
    status: 200,
    body: { alive: true },
    cache: 'no-store',
  });
});

test('returns 200 from /readyz while the process serves, and names failing checks', async () => {
  expect(await get('/readyz', { findFailing: none })).toMatchObject({
    status: 200,
    body: { ready: true, failing: [] },
  });
  expect(await get('/readyz', { findFailing: some })).toEqual({
    status: 200,
    body: { ready: true, failing: ['store', 'provider'] },
    cache: 'no-store',
  });
});

test('returns 503 from /readyz while draining, without running checks', async () => {
  const findFailing = () => Promise.reject(new Error('called'));
  expect(await get('/readyz', { findFailing, isDraining: () => true })).toMatchObject({
    status: 503,
    body: { ready: false, failing: ['draining'] },
  });
});
