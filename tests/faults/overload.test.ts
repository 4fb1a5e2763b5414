import { Pool } from 'undici';
import { expect, it, onTestFinished } from 'vitest';
import { useServer } from '~tests/servers/use-server';

const server = useServer({ env: { TURN_AWAY: 'on' } });
const FIRST_VISITORS = 200;
const MOST_VISITORS = 1_500;

/** Opens a connection for each new visitor. @returns a function that requests a page and resolves with its status */
function openVisitors(encoding: string, onTurnedAway: (headers: Record<string, unknown>) => void = () => undefined) {
  const pool = new Pool(server.running.url, { connections: MOST_VISITORS, pipelining: 1 });
  onTestFinished(() => pool.close());
  return async () => {
    const headers = { accept: 'text/html', 'accept-encoding': encoding };
    const {
      statusCode,
      headers: answered,
      body,
    } = await pool.request({ method: 'GET', path: '/app/join/signup', headers });
    await body.dump();
    if (statusCode === 503) onTurnedAway(answered);
    return statusCode;
  };
}

it('serves a burst of new visitors on an idle server', async () => {
  const visit = openVisitors('gzip');
  for (let page = 0; page < 30; page += 1) await visit();
  const statuses = await Promise.all(Array.from({ length: 60 }, visit));
  expect(new Set(statuses)).toEqual(new Set([200]));
});

it(
  'turns away new visitors who accept no compressed page, and serves them after the flood',
  { timeout: 60_000 },
  async () => {
    const headersOf503: Record<string, unknown>[] = [];
    const visit = openVisitors('identity', (headers) => headersOf503.push(headers));
    const statuses: number[] = [];
    const visitors: Promise<void>[] = [];
    // How many visitors make waits too long depends on the machine, so each served page brings another one.
    const flood = async () => {
      while (!statuses.includes(503)) {
        statuses.push(await visit());
        if (visitors.length < MOST_VISITORS) visitors.push(flood());
      }
    };
    while (visitors.length < FIRST_VISITORS) visitors.push(flood());
    for (const visitor of visitors) await visitor;
    const turnedAway = statuses.filter((status) => status === 503).length;
    expect(turnedAway).toBeGreaterThan(0);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    const { headers: secure } = await fetch(`${server.running.url}/unknown`);
    for (const headers of headersOf503) {
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': secure.get('content-security-policy'),
        'x-frame-options': 'DENY',
        vary: 'Accept-Encoding, Accept-Language, Cookie',
      });
      // All visitors receive the same response, so it must contain no header made for one of them.
      for (const name of ['x-request-id', 'traceparent', 'set-cookie']) expect(headers).not.toHaveProperty(name);
    }
    const metrics = await server.running.readMetrics();
    expect(metrics).toContain(`joinery_turned_away_total{reason="busy"} ${turnedAway}\n`);
    expect(metrics).toMatch(/^joinery_request_wait_seconds_bucket\{le="0.5"\} [1-9]/m);
    await expect.poll(visit, { timeout: 15_000 }).toBe(200);
  },
);
