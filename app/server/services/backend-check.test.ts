import express from 'express';
import { expect, test, vi } from 'vitest';
import type { BackendClient } from '~/backend/contract/client';
import { serveApp } from '~tests/servers/serve-app';
import { backendCheck } from './backend-check';
import { healthRouter } from '~/server/http/health.server';

test('/readyz names a dead backend, checked once for many probes, and /healthz stays green', async () => {
  const list = vi.fn(() => Promise.reject(new TypeError('fetch failed')));
  const backend = backendCheck({ lookups: { list } } as unknown as BackendClient);
  const { origin } = await serveApp(
    express().use(healthRouter({ checks: { store: () => Promise.resolve(), backend } })),
  );
  const answers = await Promise.all([1, 2, 3].map(() => fetch(`${origin}/readyz`)));
  for (const answer of answers) {
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({ failing: ['backend'] });
  }
  expect(list).toHaveBeenCalledTimes(1);
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
});
