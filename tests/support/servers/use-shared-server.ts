import { readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, inject, vi } from 'vitest';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { parseLog, type LogLine, type RunningServer } from './server-under-test';
import type { SharedServer } from './shared-servers.global-setup';

type SharedRunningServer = Omit<RunningServer, 'stop' | 'kill'>;

/**
 * Returns the demo that the test files of this worker share, for tests that need no settings and tolerate other sign-ups and used
 * invites. Its log begins with the file. Expects at the end that it still responds and has logged no error.
 */
export function useSharedServer() {
  let running: SharedRunningServer | undefined;
  const server = () => {
    if (!running) throw new Error('The shared server has not started yet');
    return running;
  };
  beforeAll(async () => {
    running = await findServer();
  });
  afterAll(async () => {
    expect((await fetch(`${server().url}/healthz`)).status).toBe(200);
    expect(
      server()
        .log()
        .filter(({ level }) => Number(level) >= 50),
    ).toEqual([]);
  });
  return {
    get running() {
      return server();
    },
    /** Opens a browser without cookies. */
    openBrowser: (acceptLanguage?: string) => new PlainBrowser(server().url, acceptLanguage),
  };
}

/** Requests the server of this worker. A worker runs one file at a time, and `VITEST_POOL_ID` identifies it. */
async function findServer(): Promise<SharedRunningServer> {
  const socket = connect(inject('sharedServersPort'), '127.0.0.1');
  socket.write(process.env.VITEST_POOL_ID!);
  const { url, adminUrl, pid, dataDir, outputFile } = JSON.parse(await text(socket)) as SharedServer;
  const begin = statSync(outputFile).size;
  const output = () => readFileSync(outputFile).subarray(begin).toString();
  const log = () => parseLog(output());
  return {
    url,
    pid,
    dataDir,
    readMetrics: async () => (await fetch(`${adminUrl}/metrics`)).text(),
    output,
    log,
    findLogLine: (fits) =>
      vi.waitFor<LogLine>(
        () => {
          const line = log().find(fits);
          if (!line) throw new Error(`The server did not log the expected line:\n${output()}`);
          return line;
        },
        { timeout: 10_000 },
      ),
  };
}
