import { rmSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { printMeasurements, shortOrFull } from '~tests/fakes/faults';
import { startReadyProxy } from '~tests/fakes/ready-proxy';
import { postMeanwhile, replicasBehind } from '~tests/servers/replaced-under-load';
import { makeDataDir, startServer } from '~tests/servers/server-under-test';

const REPLICAS = 3;
const PEOPLE = shortOrFull(3, 6);
/** Longer than the proxy's polling interval, even on a busy machine. */
const STOP_DELAY_MS = '2000';

it(
  'replicas are replaced one by one under load, and nobody notices',
  { timeout: shortOrFull(90_000, 1_800_000) },
  async () => {
    const dataDir = makeDataDir();
    const proxy = await startReadyProxy();
    const env = {
      ...(await replicasBehind(proxy.url)),
      TRUST_PROXY: 'loopback',
      STOP_DELAY_MS,
    };
    const start = () => startServer({ dataDir, env });
    let servers = await Promise.all(Array.from({ length: REPLICAS }, start));
    onTestFinished(async () => {
      await proxy.close();
      await Promise.all(servers.map((server) => server.kill()));
      rmSync(dataDir, { recursive: true });
    });
    for (const { url } of servers) await proxy.add(url);

    const replacements = shortOrFull(1, 10 * REPLICAS);
    const replaceOneByOne = async () => {
      for (let replaced = 0; replaced < replacements; replaced += 1) {
        const [old, ...others] = servers;
        const fresh = await start();
        await proxy.add(fresh.url);
        expect(await old!.stop()).toBe(0);
        proxy.remove(old!.url);
        servers = [...others, fresh];
      }
    };
    const load = { url: proxy.url, people: PEOPLE, describe: () => proxy.failures.join() };
    const statuses = await postMeanwhile(load, replaceOneByOne);

    expect(proxy.failures).toEqual([]);
    expect(Object.keys(statuses).sort()).toEqual(['200', '303']);
    printMeasurements('rolling restarts', { replacements, statuses, failed: proxy.failures.length });
  },
);
