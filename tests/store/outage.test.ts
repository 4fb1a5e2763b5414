import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { printMeasurements, shortOrFull } from '~tests/fakes/faults';
import { makeDatabase } from '~tests/servers/postgres-database';
import { makeDataDir, startServer, type RunningServer } from '~tests/servers/server-under-test';
import { postThrough, readReadiness } from '~tests/fakes/store-trouble';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { submitStep } from '~tests/walks/walk-parent';
import { openFaultyProxy } from '~tests/fakes/faulty-proxy';

const OUTAGE_MS = shortOrFull(1_000, 60_000, 10_000);

let dataDir: string;
let proxy: Awaited<ReturnType<typeof openFaultyProxy>>;
let server: RunningServer;
beforeAll(async () => {
  dataDir = makeDataDir();
  proxy = await openFaultyProxy(await makeDatabase());
  server = await startServer({ dataDir, env: { DATABASE_URL: proxy.url, SESSION_SECRET: 's'.repeat(32) } });
});
afterAll(async () => {
  await server.kill();
  await proxy.close();
  rmSync(dataDir, { recursive: true });
});

it.each(['cut', 'silence'] as const)(
  'shows error pages in time and loses no acknowledged form while Postgres is down (%s), and needs no restart',
  { timeout: 150_000 },
  async (trouble) => {
    const outage = await postThrough(server, { begin: proxy[trouble], end: proxy.recover, lastsMs: OUTAGE_MS });
    expect(Object.keys(outage.statuses)).toEqual(['500']);
    printMeasurements(`Postgres down: ${trouble}`, { lastedMs: OUTAGE_MS, ...outage });
  },
);

it('fails no request while Postgres is slow', { timeout: 150_000 }, async () => {
  const outage = await postThrough(server, { begin: () => proxy.slow(100), end: proxy.recover, lastsMs: OUTAGE_MS });
  expect(Object.keys(outage.statuses)).toEqual(['303']);
  printMeasurements('Postgres slow: 100 ms a query', { lastedMs: OUTAGE_MS, ...outage });
});

it.each(['cut', 'silence'] as const)(
  'stays ready without Postgres (%s), and reports the store as failing in the response and the metrics',
  async (trouble) => {
    proxy[trouble]();
    const readiness = () => readReadiness(server);
    await expect.poll(readiness, { timeout: 15_000 }).toEqual([200, { ready: true, failing: ['store'] }]);
    expect(await server.readMetrics()).toContain('joinery_dependency_up{dependency="store"} 0');
    proxy.recover();
    await expect.poll(readiness, { timeout: 15_000 }).toEqual([200, { ready: true, failing: [] }]);
    expect(await server.readMetrics()).toContain('joinery_dependency_up{dependency="store"} 1');
  },
);

it('completes Exit within two seconds while Postgres does not respond, and deletes the cookies', async () => {
  const browser = new PlainBrowser(server.url);
  await browser.open('/step1');
  await submitStep(browser, 'step1', parentOfMinnesota());
  proxy.silence();
  const pressed = Date.now();
  await browser.press('Exit this page');
  const tookMs = Date.now() - pressed;
  proxy.recover();
  expect([browser.redirects[0]?.location, browser.jar.list()]).toEqual(['https://www.wikipedia.org/', []]);
  expect(tookMs).toBeLessThan(2_000);
  printMeasurements('Exit while Postgres does not respond', { tookMs });
});
