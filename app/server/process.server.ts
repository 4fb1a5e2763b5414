import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServerBuild } from '@remix-run/node';
import { createApp } from './app.server';
import { ConfigurationError, readConfiguration, type Configuration } from './configuration.server';
import { drainOnSignal } from './drain.server';
import { hardenServer } from './harden-server.server';
import { createLog } from './log.server';
import { createMetrics } from './metrics.server';
import { createMetricsHandler } from './metrics-endpoint.server';
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
  const metrics = createMetrics();
  metrics.watchProcess();
  const opened = await openServices({ configuration, log, metrics });
  const server = createServer();
  const metricsServer = createServer(createMetricsHandler(metrics, log));
  const rounds: NodeJS.Timeout[] = [];
  const { isDraining } = drainOnSignal(server, {
    log,
    graceMs: GRACE_MS,
    onStop: async () => {
      rounds.forEach(clearInterval);
      await opened.close();
      // Last, so that the figures of the end can still be fetched.
      metricsServer.close();
    },
  });
  const app = createApp({ configuration, log, metrics, opened, build, clientFolder, isDraining });
  server.on('request', app.express);
  hardenServer(server);
  hardenServer(metricsServer);
  await opened.recover();
  rounds.push(
    every(RECOVER_EVERY_MS, () => opened.recover()),
    every(PURGE_EVERY_MS, () => app.sessions.purge()),
    every(PURGE_EVERY_MS, () => opened.services.limits.purge()),
    every(PURGE_EVERY_MS, () => opened.purge()),
  );
  await listenForMetrics();
  await listen(server, configuration.port, configuration.host);
  log.info({ address: configuration.publicUrl, port: portOf(server), adminPort: portOf(metricsServer) }, 'ready');

  /** A second demo on one machine is no reason to fail; a real site without its metrics is. */
  async function listenForMetrics(): Promise<void> {
    try {
      await listen(metricsServer, configuration.adminPort, configuration.host);
    } catch (err) {
      if (!configuration.demo) throw err;
      log.warn({ err }, 'there are no metrics: ADMIN_PORT is taken');
    }
  }

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

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}

/** Undefined where it does not listen. */
function portOf(server: Server): number | undefined {
  return (server.address() as AddressInfo | null)?.port;
}
