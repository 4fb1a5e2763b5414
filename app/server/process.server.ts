import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServerBuild } from '@remix-run/node';
import { createApp } from './app.server';
import { ConfigurationError, readConfiguration, type Configuration } from './configuration.server';
import { drainOnSignal } from './drain.server';
import { hardenServer } from './harden-server.server';
import { createLog } from './log.server';
import { openServices } from './services.server';

const GRACE_MS = 25_000;
const PURGE_EVERY_MS = 10 * 60 * 1000;
const RECOVER_EVERY_MS = 60 * 1000;

export interface ProcessOptions {
  env: NodeJS.ProcessEnv;
  build: ServerBuild;
  /** Absolute. */
  clientFolder: string;
}

/** The whole process: reads the configuration, opens the store, listens, works its rounds, and drains on SIGTERM. */
export async function startProcess({ env, build, clientFolder }: ProcessOptions): Promise<void> {
  const configuration = readOrExit(env);
  const log = createLog(configuration);
  const opened = await openServices({ configuration, log });
  const server = createServer();
  const rounds: NodeJS.Timeout[] = [];
  const { isDraining } = drainOnSignal(server, {
    log,
    graceMs: GRACE_MS,
    onStop: async () => {
      rounds.forEach(clearInterval);
      await opened.close();
    },
  });
  const app = createApp({ configuration, log, opened, build, clientFolder, isDraining });
  server.on('request', app.express);
  hardenServer(server);
  await opened.recover();
  rounds.push(
    every(RECOVER_EVERY_MS, () => opened.recover()),
    every(PURGE_EVERY_MS, () => app.sessions.purge()),
  );
  await listen(server, configuration);
  log.info({ address: configuration.publicUrl, port: (server.address() as AddressInfo).port }, 'ready');

  /** Work that comes round; a failure is logged and the next round tries again. */
  function every(ms: number, work: () => Promise<unknown>): NodeJS.Timeout {
    return setInterval(
      () => void work().catch((err: unknown) => log.error({ err }, 'a round of work failed')),
      ms,
    ).unref();
  }
}

function readOrExit(env: NodeJS.ProcessEnv): Configuration {
  try {
    return readConfiguration(env);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    process.stderr.write(`The configuration is wrong:\n${error.message}\n`);
    process.exit(78);
  }
}

function listen(server: Server, { port, host }: Configuration): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}
