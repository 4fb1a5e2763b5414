import { rmSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { printMeasurements, shortOrFull } from '~tests/fakes/faults';
import { postMeanwhile, replicasBehind } from '~tests/servers/replaced-under-load';
import { makeDataDir, startServer } from '~tests/servers/server-under-test';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const POLL_MS = 100;

/**
 * Starts a load balancer that polls each replica's `/readyz` ten times a second, keeps connections open, and retries nothing. It responds
 * with 502 to a request without a response, and adds it to `failures`.
 */
async function startReadyProxy() {
  const replicas = new Map<string, 'ready' | 'not ready'>();
  const failures: string[] = [];
  let turn = 0;
  const agent = new Agent({ keepAlive: true });
  // Longer than the 75 s in the replicas' `Keep-Alive` header, which the proxy passes on.
  const server = createServer({ keepAliveTimeout: 90_000 }, (incoming, answer) => {
    const ready = [...replicas].filter(([, state]) => state === 'ready').map(([origin]) => origin);
    turn += 1;
    const origin = ready[turn % ready.length];
    if (origin === undefined) return fail(answer, 'no replica is ready');
    forward(origin, incoming, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const asking = setInterval(() => [...replicas.keys()].forEach((origin) => void ask(origin)), POLL_MS);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failures,
    /** Adds a replica, which receives requests once it is ready. */
    async add(origin: string): Promise<void> {
      replicas.set(origin, 'not ready');
      await ask(origin);
    },
    remove: (origin: string) => void replicas.delete(origin),
    isReady: (origin: string) => replicas.get(origin) === 'ready',
    async close(): Promise<void> {
      clearInterval(asking);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function ask(origin: string): Promise<void> {
    const ready = await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (replicas.has(origin)) replicas.set(origin, ready ? 'ready' : 'not ready');
  }

  function forward(origin: string, incoming: IncomingMessage, answer: ServerResponse): void {
    const { hostname, port } = new URL(origin);
    const { method, url: path } = incoming;
    // The replica compares `Host` with the page's origin, which is the proxy's.
    const outgoing = request({ agent, hostname, port, method, path, headers: incoming.headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.on('error', (error) => fail(answer, `${method} ${path}: ${error.message}`)).pipe(answer);
    });
    outgoing.on('error', (error) => fail(answer, `${method} ${path}: ${error.message}`));
    incoming.pipe(outgoing);
  }

  function fail(answer: ServerResponse, why: string): void {
    failures.push(why);
    if (answer.headersSent) answer.destroy();
    else answer.writeHead(502).end();
  }
}

const REPLICAS = 3;
const PEOPLE = shortOrFull(3, 6);
/** Longer than the proxy's polling interval, even on a busy machine. */
const STOP_DELAY_MS = '2000';

it(
  'replaces replicas one by one under load without a failed request',
  { timeout: shortOrFull(90_000, 1_800_000, 180_000) },
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

    const replacements = shortOrFull(1, 10 * REPLICAS, REPLICAS);
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
