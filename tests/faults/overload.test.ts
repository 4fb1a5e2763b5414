import { Pool } from 'undici';
import { expect, it, onTestFinished } from 'vitest';
import { useServer } from '~tests/servers/use-server';

const server = useServer({ env: { TURN_AWAY: 'on' } });
const VISITORS = 300;
const PAGES_EACH = 6;

/** New visitors, each with a connection. @returns asks for a page and resolves with the status */
function openVisitors(encoding: string) {
  const pool = new Pool(server.running.url, { connections: VISITORS, pipelining: 1 });
  onTestFinished(() => pool.close());
  return async () => {
    const headers = { accept: 'text/html', 'accept-encoding': encoding };
    const { statusCode, body } = await pool.request({ method: 'GET', path: '/app/join/signup', headers });
    await body.dump();
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
  'turns new visitors away who accept no compressed page, and serves them after the flood',
  { timeout: 60_000 },
  async () => {
    const visit = openVisitors('identity');
    const statuses: number[] = [];
    const flood = async () => {
      for (let page = 0; page < PAGES_EACH && !statuses.includes(503); page += 1) statuses.push(await visit());
    };
    await Promise.all(Array.from({ length: VISITORS }, flood));
    const turnedAway = statuses.filter((status) => status === 503).length;
    expect(turnedAway).toBeGreaterThan(0);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    const metrics = await server.running.readMetrics();
    expect(metrics).toContain(`joinery_turned_away_total{reason="busy"} ${turnedAway}\n`);
    expect(metrics).toMatch(/^joinery_request_wait_seconds_bucket\{le="0.5"\} [1-9]/m);
    await expect.poll(visit, { timeout: 15_000 }).toBe(200);
  },
);
