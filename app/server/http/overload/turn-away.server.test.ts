import express from 'express';
import { expect, it } from 'vitest';
import type { RefusedRequest } from '~/server/request/refused-request';
import { createMetrics } from '~/server/telemetry/metrics.server';
import { serveApp } from '~tests/servers/serve-app';
import type { Standing } from './new-visitors.server';
import { turnAwayForms, turnAwayPages } from './turn-away.server';

/** An app under pressure; `X-Standing` says who asks. */
async function serveUnder({ isHigh = true, isSevere = false, isLow = false }) {
  const metrics = createMetrics();
  const overload = {
    metrics,
    pressure: { isHigh: () => isHigh, isSevere: () => isSevere, enter: () => () => undefined },
    mayHaveBegun: () => false,
    standingOf: (req: express.Request) => Promise.resolve((req.get('x-standing') ?? 'new') as Standing),
  };
  const app = express();
  const page = { send: (_req: express.Request, res: express.Response) => Promise.resolve(void res.send('busy')) };
  app.use(turnAwayPages({ ...overload, page }));
  app.use(turnAwayForms({ ...overload, room: { isLow: () => isLow } }));
  app.use((_req, res) => void res.send('served'));
  app.use((error: RefusedRequest, _req: express.Request, res: express.Response, _next: express.NextFunction) => {
    res.status(error.status).send(`${error.code} ${error.details.retryAfter}`);
  });
  const { origin } = await serveApp(app);
  const ask = async (standing: Standing, method = 'GET', path = '/app/join/step1') => {
    const answer = await fetch(origin + path, { method, headers: { 'X-Standing': standing } });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  return { ask, metrics: () => metrics.registry.metrics() };
}

it('without pressure serves everybody', async () => {
  const { ask, metrics } = await serveUnder({ isHigh: false });
  for (const method of ['GET', 'POST']) expect((await ask('new', method)).text).toBe('served');
  expect(await metrics()).toContain('joinery_turned_away_total{reason="busy"} 0');
});

it('under pressure asks new visitors to come back, each at another time, and counts both them and who goes on', async () => {
  const { ask, metrics } = await serveUnder({});
  const waits = new Set<string | null>();
  for (let time = 0; time < 20; time += 1) {
    const { status, headers, text } = await ask('new');
    expect([status, text]).toEqual([503, 'busy']);
    expect(headers.get('refresh')).toBe(headers.get('retry-after'));
    waits.add(headers.get('retry-after'));
  }
  expect(waits.size).toBeGreaterThan(1);
  expect([...waits].every((wait) => Number(wait) >= 5 && Number(wait) <= 15)).toBe(true);
  for (const standing of ['begun', 'paying'] as const) expect((await ask(standing)).text).toBe('served');
  expect(await metrics()).toContain('joinery_turned_away_total{reason="busy"} 20');
  expect(await metrics()).toContain('joinery_let_through_total 1');
});

it('refuses the forms of new visitors, which come back with what was typed and ask nothing by themselves', async () => {
  const { ask } = await serveUnder({});
  const { status, headers, text } = await ask('new', 'POST');
  expect([status, headers.get('refresh')]).toEqual([503, null]);
  expect(text).toMatch(/^busy ([5-9]|1[0-5])$/);
  expect((await ask('paying', 'POST')).text).toBe('served');
  expect((await ask('new', 'POST', '/app/join/language')).text).toBe('served');
});

it('under severe pressure lets on only who pays', async () => {
  const { ask } = await serveUnder({ isSevere: true });
  for (const method of ['GET', 'POST']) {
    expect((await ask('begun', method)).status).toBe(503);
    expect((await ask('paying', method)).status).toBe(200);
  }
});

it('without room takes no form of a new visitor, and shows every page', async () => {
  const { ask } = await serveUnder({ isHigh: false, isLow: true });
  expect((await ask('new')).text).toBe('served');
  expect(await ask('new', 'POST')).toMatchObject({ status: 503, text: 'no-room 300' });
  expect((await ask('begun', 'POST')).text).toBe('served');
});
