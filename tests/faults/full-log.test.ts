import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { makeDataDir } from '~tests/servers/server-under-test';
import { BUNDLE } from '~tests/servers/run-bundle';

const REQUESTS = 500;
/** A path that responds at once, and is logged. */
const LONG_PATH = `/app/join/webhooks/${'x'.repeat(2_000)}`;

/** Finds two free ports, because these tests cannot read them from the server's log. */
async function findPorts(): Promise<[number, number]> {
  const servers = [createServer(), createServer()].map((server) => server.listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const [port, adminPort] = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
  return [port!, adminPort!];
}

/** Starts the built server with its log written to `stdout`. */
async function startWithLog(stdout: 'pipe' | number) {
  const dataDir = makeDataDir();
  const [port, adminPort] = await findPorts();
  const env = { PORT: String(port), ADMIN_PORT: String(adminPort), DATA_DIR: dataDir, LOG_LEVEL: 'info' };
  const child = spawn(process.execPath, [BUNDLE], {
    stdio: ['ignore', stdout, 'ignore'],
    env: { PATH: process.env.PATH, NODE_ENV: 'production', DEMO: 'on', HOST: '127.0.0.1', STOP_DELAY_MS: '0', ...env },
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(
      () =>
        fetch(`${url}/healthz`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 15_000 },
    )
    .toBe(200);
  return { child, url, metricsUrl: `http://127.0.0.1:${adminPort}/metrics` };
}

interface Running {
  child: ChildProcess;
  url: string;
  metricsUrl: string;
}

/** Sends requests that each write a log line. @returns the longest response time in milliseconds, and the number of dropped lines */
async function sendMany({ url, metricsUrl }: Running): Promise<{ longestMs: number; lost: number }> {
  let longestMs = 0;
  for (let time = 0; time < REQUESTS; time += 1) {
    const began = performance.now();
    const { status } = await fetch(url + LONG_PATH);
    expect(status).toBe(404);
    longestMs = Math.max(longestMs, performance.now() - began);
  }
  expect((await fetch(`${url}/app/join/step1`)).status).toBe(200);
  return { longestMs, lost: await readLost(metricsUrl) };
}

async function readLost(metricsUrl: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  return Number(/^joinery_log_lines_lost_total (\d+)$/m.exec(text)?.[1]);
}

async function stop(child: ChildProcess): Promise<unknown> {
  child.kill('SIGTERM');
  return ((await once(child, 'exit')) as unknown[])[0];
}

it('drops and counts log lines of an unread pipe without delays, and logs the number later', async () => {
  const server = await startWithLog('pipe');
  server.child.stdout!.pause();
  const { longestMs, lost } = await sendMany(server);
  expect(lost).toBeGreaterThan(100);
  expect(longestMs).toBeLessThan(2_000);
  let read = '';
  server.child.stdout!.setEncoding('utf8').on('data', (text: string) => (read += text));
  server.child.stdout!.resume();
  await expect
    .poll(
      async () => {
        await fetch(server.url + LONG_PATH);
        return read;
      },
      { timeout: 10_000 },
    )
    .toContain('log lines dropped');
  expect(await stop(server.child)).toBe(0);
});

it('keeps serving after the reader closes the pipe', async () => {
  const server = await startWithLog('pipe');
  server.child.stdout!.destroy();
  expect((await sendMany(server)).lost).toBeGreaterThan(REQUESTS / 2);
  expect(await stop(server.child)).toBe(0);
});

it.runIf(existsSync('/dev/full'))('keeps serving when the log’s disk is full', async () => {
  const full = openSync('/dev/full', 'w');
  const server = await startWithLog(full);
  closeSync(full);
  const { longestMs, lost } = await sendMany(server);
  expect(lost).toBeGreaterThan(REQUESTS);
  expect(longestMs).toBeLessThan(2_000);
  expect(await stop(server.child)).toBe(0);
});
