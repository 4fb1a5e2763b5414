import express from 'express';
import { expect, it } from 'vitest';
import type { RefusedRequest } from '~/server/request/refused-request';
import { createMetrics } from '~/server/telemetry/metrics.server';
import { serveApp } from '~tests/servers/serve-app';
import { turnAway, type TurnAwayOptions } from './turn-away.server';
import type { Load } from './waiting-line.server';

/** The path and headers of a visitor's request, by progress. */
const VISITORS = {
  new: { path: '/app/join/step1', headers: {} },
  begun: { path: '/app/join/step1', headers: { Cookie: 'session=signed' } },
  paying: { path: '/app/join/payment/review', headers: { Cookie: 'session=signed' } },
};

/** Accepts the value `signed`. */
function cookieNamed(name: string) {
  return {
    name,
    parse: (header: string | null) => Promise.resolve(header?.includes(`${name}=signed`) ? 'signed' : null),
  };
}

async function serveUnder({ load = 'high' as Load, isLow = false }) {
  const metrics = createMetrics();
  const { strangers, pages, forms } = turnAway({
    metrics,
    onTurnedAway: () => metrics.recordTurnedAway('busy'),
    line: { join: (begin) => void begin(load) },
    cookies: {
      session: cookieNamed('session'),
      returnLink: cookieNamed('returning'),
    } as unknown as TurnAwayOptions['cookies'],
    page: {
      send: (_req, res, seconds) =>
        Promise.resolve(
          void res
            .status(503)
            .set({ 'Retry-After': String(seconds), Refresh: String(seconds) })
            .send('busy'),
        ),
    },
    room: { isLow: () => isLow },
  });
  const app = express();
  const traced: string[] = [];
  app.use(strangers);
  app.use((req, _res, next) => {
    traced.push(`${req.method} ${req.path}`);
    next();
  });
  app.use(pages);
  app.use(forms);
  app.use((_req, res) => void res.send('served'));
  app.use((error: RefusedRequest, _req: express.Request, res: express.Response, _next: express.NextFunction) => {
    res.status(error.status).send(`${error.code} ${error.details.retryAfter}`);
  });
  const { origin } = await serveApp(app);
  const request = async (visitor: keyof typeof VISITORS, method = 'GET', path = VISITORS[visitor].path) => {
    const answer = await fetch(origin + path, { method, headers: VISITORS[visitor].headers });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  return {
    request,
    traced,
    send: (path: string, headers: Record<string, string>) => fetch(origin + path, { headers }),
    metrics: () => metrics.registry.metrics(),
  };
}

it('serves every visitor under normal load', async () => {
  const { request, metrics } = await serveUnder({ load: 'normal' });
  for (const method of ['GET', 'POST']) expect((await request('new', method)).text).toBe('served');
  expect(await metrics()).toContain('joinery_turned_away_total{reason="busy"} 0');
});

it('turns new visitors away under high load with varying waits, and counts them and those in checkout', async () => {
  const { request, metrics } = await serveUnder({});
  const waits = new Set<string | null>();
  for (let time = 0; time < 20; time += 1) {
    const { status, headers, text } = await request('new');
    expect([status, text]).toEqual([503, 'busy']);
    expect(headers.get('refresh')).toBe(headers.get('retry-after'));
    waits.add(headers.get('retry-after'));
  }
  expect(waits.size).toBeGreaterThan(1);
  expect([...waits].every((wait) => Number(wait) >= 5 && Number(wait) <= 15)).toBe(true);
  for (const visitor of ['begun', 'paying'] as const) expect((await request(visitor)).text).toBe('served');
  expect(await metrics()).toContain('joinery_turned_away_total{reason="busy"} 20');
  expect(await metrics()).toContain('joinery_let_through_total 1');
});

it('serves the first form of a new visitor under high load', async () => {
  const { request } = await serveUnder({});
  expect((await request('new', 'POST')).text).toBe('served');
});

it('rejects forms under severe load without a Refresh header', async () => {
  const { request } = await serveUnder({ load: 'severe' });
  for (const visitor of ['new', 'begun'] as const) {
    const { status, headers, text } = await request(visitor, 'POST');
    expect([status, headers.get('refresh')]).toEqual([503, null]);
    expect(text).toMatch(/^busy ([5-9]|1[0-5])$/);
  }
  for (const path of ['/app/join/language', '/app/join/exit'])
    expect((await request('new', 'POST', path)).text).toBe('served');
});

it('serves only checkout under severe load', async () => {
  const { request } = await serveUnder({ load: 'severe' });
  for (const method of ['GET', 'POST']) {
    expect((await request('begun', method)).status).toBe(503);
    expect((await request('paying', method)).status).toBe(200);
  }
});

it('rejects only the forms of new visitors when the disk is nearly full', async () => {
  const { request } = await serveUnder({ load: 'normal', isLow: true });
  expect((await request('new')).text).toBe('served');
  expect(await request('new', 'POST')).toMatchObject({ status: 503, text: 'no-room 300' });
  expect((await request('begun', 'POST')).text).toBe('served');
});

it('serves visitors with a return link, and turns away those with a forged cookie', async () => {
  const { send } = await serveUnder({});
  expect((await send('/app/join/step1', { Cookie: 'returning=signed' })).status).toBe(200);
  expect((await send('/app/join/step1', { Cookie: 'session=forged' })).status).toBe(503);
});

it('turns away only page requests of new visitors before other middleware', async () => {
  const { request, send, traced } = await serveUnder({});
  expect((await request('new')).status).toBe(503);
  expect(traced).toEqual([]);
  await request('new', 'POST');
  await send('/app/join/step2', { Cookie: 'language=es' });
  for (const path of ['/app/join/exit', '/app/join/favicon.ico', '/other']) await send(path, {});
  expect(traced).toEqual([
    'POST /app/join/step1',
    'GET /app/join/step2',
    'GET /app/join/exit',
    'GET /app/join/favicon.ico',
    'GET /other',
  ]);
});
