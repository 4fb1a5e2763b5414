import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { printMeasurements, shortOrFull } from '~tests/fakes/faults';
import { makeDatabase } from '~tests/servers/postgres-database';
import { makeDataDir, startServer, type RunningServer } from '~tests/servers/server-under-test';
import { postThrough } from '~tests/fakes/store-trouble';
import { openTroubledLine } from '~tests/fakes/troubled-line';

const LASTS_MS = shortOrFull(1_000, 60_000);

let dataDir: string;
let line: Awaited<ReturnType<typeof openTroubledLine>>;
let server: RunningServer;
beforeAll(async () => {
  dataDir = makeDataDir();
  line = await openTroubledLine(await makeDatabase());
  server = await startServer({ dataDir, env: { DATABASE_URL: line.url, SESSION_SECRET: 's'.repeat(32) } });
});
afterAll(async () => {
  await server.kill();
  await line.close();
  rmSync(dataDir, { recursive: true });
});

it.each(['cut', 'silence'] as const)(
  'Postgres is down (%s): calm pages in time, nothing acknowledged is lost, and no restart afterwards',
  { timeout: 150_000 },
  async (trouble) => {
    const outage = await postThrough(server, { begin: line[trouble], end: line.mend, lastsMs: LASTS_MS });
    expect(Object.keys(outage.statuses)).toEqual(['500']);
    printMeasurements(`Postgres down: ${trouble}`, { lastedMs: LASTS_MS, ...outage });
  },
);

it('a slow Postgres makes slow pages, and nothing else', { timeout: 150_000 }, async () => {
  const outage = await postThrough(server, { begin: () => line.slow(100), end: line.mend, lastsMs: LASTS_MS });
  expect(Object.keys(outage.statuses)).toEqual(['303']);
  printMeasurements('Postgres slow: 100 ms a query', { lastedMs: LASTS_MS, ...outage });
});
