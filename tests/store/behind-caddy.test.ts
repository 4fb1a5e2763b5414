import { rmSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { startCaddy } from '~tests/deploy/caddy';
import { canRun } from '~tests/deploy/installed';
import { printMeasurements } from '~tests/fakes/faults';
import { findFreePort } from '~tests/servers/free-port';
import { postMeanwhile, replicasBehind } from '~tests/servers/replaced-under-load';
import { makeDataDir, startServer, type RunningServer } from '~tests/servers/server-under-test';

const PEOPLE = 3;
/** Of the proxy, a second; on a busy machine it may be late. */
const STOP_DELAY_MS = '3000';

it.skipIf(!canRun('caddy'))(
  'two apps are replaced in turn behind the Caddyfile, as deploy/replace.sh does, and nobody notices',
  { timeout: 180_000 },
  async () => {
    const dataDir = makeDataDir();
    const [proxyPort, ...ports] = await Promise.all([findFreePort(), findFreePort(), findFreePort()]);
    const env = {
      ...(await replicasBehind(`http://127.0.0.1:${proxyPort}`)),
      TRUST_PROXY: '1',
      STOP_DELAY_MS,
    };
    // The new process has the address of the old one, as a service of compose.yaml has.
    const start = (port: number) => startServer({ dataDir, env: { ...env, PORT: String(port) } });
    const servers: RunningServer[] = await Promise.all(ports.map(start));
    onTestFinished(async () => {
      await Promise.all(servers.map((server) => server.kill()));
      rmSync(dataDir, { recursive: true });
    });
    const proxy = await startCaddy(
      proxyPort,
      ports.map((port) => `127.0.0.1:${port}`),
    );
    onTestFinished(proxy.stop);

    const replaceInTurn = async () => {
      for (const [at, port] of ports.entries()) {
        expect(await servers[at]!.stop()).toBe(0);
        const server = (servers[at] = await start(port));
        // Docker looks every five seconds, and by its first look the proxy, which looks every second, has found it.
        await server.findLogLine(({ msg }) => msg === 'request completed');
      }
    };
    const statuses = await postMeanwhile({ url: proxy.url, people: PEOPLE, describe: proxy.output }, replaceInTurn);
    const broken = proxy
      .output()
      .split('\n')
      .filter((line) => /"status":5|"level":"error"/.test(line));
    expect(broken).toEqual([]);
    expect(Object.keys(statuses).sort()).toEqual(['200', '303']);

    // One that ends without a word: whoever comes next is led to the other one.
    await servers[0]!.kill();
    const after = await Promise.all(Array.from({ length: 20 }, () => fetch(`${proxy.url}/app/join/signup`)));
    expect(after.map(({ status }) => status)).toEqual(after.map(() => 200));

    await fetch(`${proxy.url}/app/join/invite?token=let-me-in`, { redirect: 'manual', headers: { cookie: 'a=b' } });
    await expect.poll(proxy.output, { timeout: 10_000 }).toContain('"uri":"/app/join/invite"');
    expect(proxy.output()).not.toMatch(/let-me-in|"a=b"/);
    printMeasurements('behind Caddy', { replaced: ports.length, statuses });
  },
);
