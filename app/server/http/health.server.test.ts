import express from 'express';
import { expect, test } from 'vitest';
import { serveApp } from '~tests/servers/serve-app';
import { healthRouter, type HealthOptions } from './health.server';

const holds = () => Promise.resolve();
const fails = () => Promise.reject(new Error('password is hunter2'));
const hangs = () => new Promise<void>(() => undefined);

async function ask(path: string, options: HealthOptions) {
  const app = express();
  app.use(healthRouter(options));
  const { origin } = await serveApp(app);
  const answer = await fetch(origin + path);
  return { status: answer.status, body: (await answer.json()) as unknown, cache: answer.headers.get('cache-control') };
}

test('/healthz is 200 whatever else fails', async () => {
  expect(await ask('/healthz', { checks: { store: fails }, isDraining: () => true })).toEqual({
    status: 200,
    body: { alive: true },
    cache: 'no-store',
  });
});

test('ready where every check holds', async () => {
  expect(await ask('/readyz', { checks: { store: holds, backend: holds } })).toMatchObject({
    status: 200,
    body: { failing: [] },
  });
});

test('failing checks are named, and the reason is only logged', async () => {
  const heard: unknown[] = [];
  const answer = await ask('/readyz', {
    checks: {
      store: holds,
      backend: fails,
      mail: () => {
        throw new Error('at once');
      },
    },
    onFailure: (name, error) => heard.push([name, String(error)]),
  });
  expect(answer).toEqual({ status: 503, body: { failing: ['backend', 'mail'] }, cache: 'no-store' });
  expect(heard).toEqual(expect.arrayContaining([['backend', 'Error: password is hunter2']]));
});

test('a hanging check times out, alongside the others', async () => {
  const answer = await ask('/readyz', { checks: { store: hangs, backend: hangs, mail: holds }, timeLimitMs: 20 });
  expect(answer).toMatchObject({ status: 503, body: { failing: ['store', 'backend'] } });
});

test('not ready any more while draining', async () => {
  expect(await ask('/readyz', { checks: { store: holds }, isDraining: () => true })).toMatchObject({
    status: 503,
    body: { failing: ['draining'] },
  });
});
